import { byDanger, dangerOf } from './danger.ts'
import type { Grant } from './grant.ts'

const NOW = Date.parse('2026-06-01')
const grant: Grant = { id: 'x', kind: 'token', spender: '0x1', isPerson: false, amount: '5', atRisk: '5' }

test.each<[string, Partial<Grant>, string, readonly string[]]>([
  ['a stranger’s limited allowance', {}, 'medium', ['unknown']],
  ['a stranger’s unlimited allowance', { isUnlimited: true }, 'high', ['unknown', 'unlimited']],
  ['a person’s allowance', { isPerson: true }, 'high', ['person']],
  ['a person’s allowance of what is not there', { isPerson: true, atRisk: '0' }, 'low', ['person', 'nothingNow']],
  ['a known app’s limited allowance', { spenderName: 'Permit2' }, 'low', []],
  ['a known app’s unlimited allowance', { spenderName: 'Permit2', isUnlimited: true }, 'medium', ['unlimited']],
  ['a stranger for all NFTs', { kind: 'nfts', atRisk: undefined }, 'high', ['unknown', 'all']],
  ['an unknown delegation', { kind: 'delegation', atRisk: undefined }, 'high', ['account', 'unknown']],
  ['an old allowance', { givenAt: Date.parse('2025-06-01') }, 'medium', ['unknown', 'old']],
  ['an unknown balance', { atRisk: undefined, isUnlimited: true }, 'high', ['unknown', 'unlimited']],
  [
    'an unlimited allowance of what is not there',
    { isUnlimited: true, atRisk: '0' },
    'high',
    ['unknown', 'unlimited', 'nothingNow'],
  ],
])('%s', (_, own, level, reasons) => {
  expect(dangerOf({ ...grant, ...own }, NOW)).toEqual({ level, reasons })
})

test('the most dangerous come first', () => {
  const list = [
    { ...grant, id: 'low', spenderName: 'Permit2' },
    { ...grant, id: 'high', isUnlimited: true },
    { ...grant, id: 'medium' },
  ]
  expect(byDanger(list, NOW).map(({ id }) => id)).toEqual(['high', 'medium', 'low'])
})
