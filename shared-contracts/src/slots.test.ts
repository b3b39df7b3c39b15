import { fillSlot } from './slots.ts'

const entry = (view: string, more: object = {}) => ({ label: view, icon: 'wallet', view, testId: view, ...more })
const on = (slots: Readonly<Record<string, readonly object[]>>, icons?: Readonly<Record<string, string>>) => ({
  static: { slots, ...(icons && { icons }) },
})

test('entries are sorted by their own numbers; those without a number come last, in the order of the remotes', () => {
  const byId = {
    first: on({ 'account.rows': [entry('A'), entry('B', { order: 200 })] }),
    second: on({ 'account.rows': [entry('C', { order: 10 })], 'account.tabs': [entry('D')] }),
  }
  expect(fillSlot(byId, 'account.rows').map(({ view, remoteId }) => `${remoteId} ${view}`)).toEqual([
    'second C',
    'first A',
    'first B',
  ])
  expect(fillSlot(byId, 'networks.rows')).toEqual([])
})

test("an entry gets its own remote's icon, or else the kit's", () => {
  const rows = { 'account.rows': [entry('A', { icon: 'shield' }), entry('B')] }
  const byId = { first: on(rows, { shield: 'M1 1H3' }), second: on(rows, { shield: 'M2 2H4', wallet: 'M5 5H6' }) }
  expect(fillSlot(byId, 'account.rows').map(({ icon }) => icon)).toEqual(['M1 1H3', 'wallet', 'M2 2H4', 'M5 5H6'])
  expect(fillSlot({ third: on(rows) }, 'account.rows')[0]?.icon).toBe('shield')
})

test('a name that is neither path nor icon draws nothing, also one that every object has', () => {
  const rows = { 'account.rows': [entry('A', { icon: 'Map' }), entry('B', { icon: 'constructor' })] }
  expect(fillSlot({ first: on(rows, {}) }, 'account.rows').map(({ icon }) => icon)).toEqual(['', 'constructor'])
})

test('with a family, entries that are only for others are left out', () => {
  const rows = { 'account.rows': [entry('A', { namespaces: ['solana'] }), entry('B')] }
  const views = (family?: 'eip155' | 'solana') =>
    fillSlot({ first: on(rows) }, 'account.rows', family).map(({ view }) => view)
  expect([views(), views('solana'), views('eip155')]).toEqual([['A', 'B'], ['A', 'B'], ['B']])
})
