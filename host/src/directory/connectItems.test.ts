import { type Connector, DEFAULT_CONNECTOR_TYPE_ORDER } from '@portico/contracts'
import { harbor, lantern } from '@portico/contracts/testing'
import fc from 'fast-check'
import { idOf, walletOf } from '../../testing/directory.ts'
import {
  type ConnectItem,
  type ConnectSituation,
  connectItems,
  groupConnectors,
  RECOMMENDED_MAX,
} from './connectItems.ts'

const pairing: Connector = { id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT', namespace: 'eip155' }
const browser: Connector = { id: 'injected', name: 'Browser Wallet', type: 'INJECTED', namespace: 'eip155' }

const nothing: ConnectSituation = {
  connectors: [pairing],
  recent: [],
  featured: [],
  custom: [],
  recommended: [],
  excluded: [],
  order: undefined,
  active: 'eip155',
  isMobile: false,
  loginRows: 0,
}
const nameOf = (item: ConnectItem) =>
  item.kind === 'pairing' ? item.connector.name : item.kind === 'wallet' ? item.wallet.name : item.members[0].name
const rows = (situation: Partial<ConnectSituation>) => connectItems({ ...nothing, ...situation })
const names = (situation: Partial<ConnectSituation>) => rows(situation).map(nameOf)

const wallets = (...indices: number[]) => indices.map((index) => walletOf(index))

describe('views.md §6.4: the order of the groups', () => {
  const full: Partial<ConnectSituation> = {
    connectors: [pairing, harbor, { ...lantern, type: 'EXTERNAL' }],
    recent: wallets(1),
    featured: wallets(2),
    custom: wallets(3),
    recommended: wallets(4, 5, 6),
  }

  test('is code, recent, installed, featured, custom, external, recommended', () => {
    expect(names(full)).toEqual(['WalletConnect', 'Wallet 1', 'Harbor', 'Wallet 2', 'Wallet 3', 'Lantern', 'Wallet 4'])
  })

  test("follows the site's order; groups that it omits come after", () => {
    expect(names({ ...full, order: ['featured', 'injected'] }).slice(0, 4)).toEqual([
      'Wallet 2',
      'Harbor',
      'WalletConnect',
      'Wallet 1',
    ])
  })

  test('contains no pairing code on a phone', () => {
    expect(names({ ...full, isMobile: true })).not.toContain('WalletConnect')
  })

  test('puts installed wallets of several families first, and the generic one last', () => {
    const solana: Connector = { ...lantern, id: 'Lantern', namespace: 'solana' }
    expect(names({ connectors: [browser, harbor, lantern, solana] })).toEqual(['Lantern', 'Harbor', 'Browser Wallet'])
  })
})

describe('the number of recommended wallets', () => {
  const recommended = wallets(1, 2, 3, 4, 5, 6)
  test.each([
    ['four if there is nothing else', {}, 4],
    ['one less for each installed wallet', { connectors: [pairing, harbor, lantern] }, 2],
    ['one less for each way to log in', { loginRows: 2 }, 2],
    ['one less for each featured or custom wallet', { featured: wallets(7, 8), custom: wallets(9) }, 1],
    ['never less than zero', { featured: wallets(7, 8, 9, 10, 11) }, 0],
    ['none without pairing', { connectors: [harbor] }, 0],
  ])('is %s', (_, situation, count) => {
    expect(rows({ recommended, ...situation }).filter(({ group }) => group === 'recommended')).toHaveLength(count)
  })

  test('counts only wallets that no other group lists', () => {
    const taken = [walletOf(1, { name: 'Harbor' }), walletOf(2, { rdns: lantern.rdns ?? null }), ...wallets(3, 4, 5)]
    expect(names({ connectors: [pairing, harbor, lantern], recommended: taken }).slice(-2)).toEqual([
      'Wallet 3',
      'Wallet 4',
    ])
  })
})

describe('installed wallets', () => {
  test.each([
    ['its rdns', { id: idOf(1), rdns: harbor.rdns }],
    ['its name', { id: idOf(1), name: 'HARBOR wallet' }],
    ['its id in the directory', { id: idOf(9) }],
  ])('are hidden by %s when the site excludes them', (_, excluded) => {
    expect(names({ connectors: [{ ...harbor, explorerId: idOf(9) }, lantern], excluded: [excluded] })).toEqual([
      'Lantern',
    ])
  })

  test('stay listed, whatever else is excluded', () => {
    expect(names({ connectors: [harbor], excluded: [{ id: idOf(2), name: 'Harbour', rdns: 'io.harbour' }] })).toEqual([
      'Harbor',
    ])
  })

  test.each([
    ['by rdns', walletOf(1, { rdns: harbor.rdns ?? null })],
    ['by rdns as on a phone', walletOf(1, { rdns: `${harbor.rdns}.mobile` })],
    ['by name', walletOf(1, { name: 'harbor' })],
  ])('are not listed a second time from the directory (%s)', (_, wallet) => {
    expect(names({ connectors: [pairing, harbor], recommended: [wallet], featured: [wallet] })).toEqual([
      'WalletConnect',
      'Harbor',
    ])
  })

  test('do not hide a directory wallet of the same name', () => {
    const other = walletOf(1, { name: 'Harbor', rdns: 'com.other.harbor' })
    expect(names({ connectors: [pairing, harbor], featured: [other] })).toEqual(['WalletConnect', 'Harbor', 'Harbor'])
  })
})

describe('wallets of the directory', () => {
  test('appear in the first group that has them', () => {
    const twice = {
      recent: wallets(1),
      featured: wallets(1, 2),
      custom: wallets(2, 3),
      recommended: wallets(1, 2, 3, 4),
    }
    expect(
      rows(twice)
        .slice(1)
        .map(({ group }) => group),
    ).toEqual(['recent', 'featured', 'custom', 'recommended'])
  })

  test('are not listed if the site excludes them', () => {
    expect(names({ featured: wallets(1), recent: wallets(2), excluded: [{ id: idOf(1) }, { id: idOf(2) }] })).toEqual([
      'WalletConnect',
    ])
  })

  test('are not listed as recent if they do not serve the active family', () => {
    const recent = [
      walletOf(1, { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }),
      walletOf(2, { chains: ['eip155'] }),
    ]
    expect(names({ recent })).toEqual(['WalletConnect', 'Wallet 2'])
    expect(names({ recent, active: 'solana' })).toEqual(['WalletConnect', 'Wallet 1'])
  })

  test('are limited to one family on request', () => {
    const recommended = [walletOf(1, { chains: ['eip155:1'] }), walletOf(2, { chains: ['bip122'] }), walletOf(3)]
    expect(names({ recommended, namespace: 'bip122', active: 'eip155' })).toEqual([
      'WalletConnect',
      'Wallet 2',
      'Wallet 3',
    ])
  })
})

describe('chains.md §2.6: wallets with the same name', () => {
  test('are one entry, with one member per family', () => {
    const solana: Connector = { ...harbor, id: 'Harbor Wallet', name: 'Harbor Wallet', namespace: 'solana' }
    expect(groupConnectors([harbor, solana]).map((members) => members.map(({ id }) => id))).toEqual([
      [harbor.id, 'Harbor Wallet'],
    ])
  })

  test('stay two entries if they are of one family', () => {
    expect(groupConnectors([harbor, { ...harbor, id: 'io.harb0r' }])).toHaveLength(2)
  })
})

describe('whatever names wallets have', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('Harbor', 'HARBOR wallet', '__proto__', 'constructor', '\u202eHarbor', 'wallet', '', '™'),
  )
  const rdns = fc.option(fc.constantFrom('io.harbor', 'io.harbor.mobile', 'io.metamask', '__proto__'), {
    nil: undefined,
  })
  const connector = fc
    .record({
      id: fc.string(),
      name,
      rdns,
      type: fc.constantFrom<Connector['type']>('ANNOUNCED', 'INJECTED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH'),
      namespace: fc.constantFrom<Connector['namespace']>('eip155', 'solana', 'bip122'),
    })
    .map(({ rdns: own, ...rest }): Connector => ({ ...rest, ...(own !== undefined && { rdns: own }) }))
  const wallet = fc
    .record({
      index: fc.nat({ max: 12 }),
      name,
      rdns,
      chains: fc.option(fc.array(fc.string(), { maxLength: 3 }), { nil: undefined }),
    })
    .map(({ index, rdns: own, ...fields }) => walletOf(index, { ...fields, rdns: own ?? null }))
  const some = fc.array(wallet, { maxLength: 8 })
  const group = fc.constantFrom(...DEFAULT_CONNECTOR_TYPE_ORDER)
  const situation: fc.Arbitrary<ConnectSituation> = fc.record({
    connectors: fc.array(connector, { maxLength: 8 }),
    recent: some,
    featured: some,
    custom: some,
    recommended: some,
    excluded: fc.array(fc.record({ id: fc.nat({ max: 12 }).map(idOf), name, rdns }), { maxLength: 3 }),
    order: fc.option(fc.array(group, { maxLength: 4 }), { nil: undefined }),
    active: fc.constantFrom('eip155', 'solana'),
    namespace: fc.constantFrom('eip155', undefined),
    isMobile: fc.boolean(),
    loginRows: fc.nat({ max: 2 }),
  })

  test('the list has no duplicates, nothing excluded, and its groups in order', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const items = connectItems(given)
        const ids = items.flatMap((item) => (item.kind === 'wallet' ? item.wallet.id : []))
        expect(new Set(ids).size).toBe(ids.length)
        for (const { id } of given.excluded) expect(ids).not.toContain(id)

        const members = items.flatMap((item) => (item.kind === 'connectors' ? item.members : []))
        expect(new Set(members).size).toBe(members.length)
        const isHidden = (one: Connector) =>
          given.excluded.some((out) => one.rdns !== undefined && one.rdns === out.rdns) ||
          given.excluded.some((out) => one.name === out.name)
        expect(members.filter(isHidden)).toEqual([])

        const order = [...new Set([...(given.order ?? []), ...DEFAULT_CONNECTOR_TYPE_ORDER])]
        const places = items.map((item) => order.indexOf(item.group))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        expect(items.filter((item) => item.group === 'recommended').length).toBeLessThanOrEqual(RECOMMENDED_MAX)
      }),
      { numRuns: 500 },
    )
  })

  test('every wallet of this browser that is not excluded is in the list', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const members = connectItems({ ...given, excluded: [] }).flatMap((item) =>
          item.kind === 'connectors' ? item.members : [],
        )
        const local = given.connectors.filter(({ type }) => ['ANNOUNCED', 'INJECTED', 'EXTERNAL'].includes(type))
        expect(new Set(members)).toEqual(new Set(local))
      }),
      { numRuns: 300 },
    )
  })
})
