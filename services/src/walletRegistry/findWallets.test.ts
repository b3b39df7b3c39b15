import { WalletQuery } from '@portico/contracts/services/walletQuery'
import type { Wallet } from '@portico/contracts/services/wallets'
import { parse } from 'valibot'
import { findWallets } from './findWallets.ts'
import { foldText } from './foldText.ts'
import { type RegistryWallet, registryWallets } from './registryWallets.ts'

interface Row {
  readonly name: string
  readonly rdns?: string
  readonly chains?: readonly string[]
  readonly badge?: 'certified'
  readonly formerId?: string
}

function wallet({ name, rdns, chains = [], badge, formerId }: Row, index: number): RegistryWallet {
  const id = `id-${foldText(name)}`
  const networks = chains.filter((chain) => chain.includes(':'))
  const wire: Wallet = {
    id,
    name,
    rdns,
    badge_type: badge ?? 'none',
    order: index,
    chains: networks.length > 0 ? networks : undefined,
  }
  return {
    wire,
    imageId: id,
    ids: new Set(formerId ? [id, formerId] : [id]),
    networks: new Set(networks),
    namespaces: new Set(chains.filter((chain) => !chain.includes(':'))),
    foldedName: foldText(name),
    foldedRdns: foldText(rdns ?? ''),
    images: {},
  }
}

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const all = [
  { name: 'Harbor', rdns: 'io.harbor', chains: ['eip155:1', 'eip155:10'], badge: 'certified' as const },
  { name: 'Old Pier', rdns: 'com.pier', chains: ['eip155'], formerId: 'id-former' },
  { name: 'Pier', chains: ['eip155:137', 'solana'] },
  { name: 'Lighthouse Pier', chains: [SOLANA], badge: 'certified' as const },
  { name: 'Happier', chains: ['bip122'] },
  { name: 'Ébène' },
].map(wallet)

const find = (parameters: Readonly<Record<string, string>>) => findWallets(all, parse(WalletQuery, parameters))
const names = (parameters: Readonly<Record<string, string>>) => find(parameters).wallets.map(({ name }) => name)

test.each([
  ['no parameters: all wallets, in order', {}, ['Harbor', 'Old Pier', 'Pier', 'Lighthouse Pier', 'Happier', 'Ébène']],
  ['the first page', { page: '1', entries: '2' }, ['Harbor', 'Old Pier']],
  ['the last page is shorter', { page: '2', entries: '4' }, ['Happier', 'Ébène']],
  ['past the last page there is nothing', { page: '999999999', entries: '100' }, []],
  [
    'one letter is enough, and names that start with it come first',
    { search: 'p' },
    ['Pier', 'Old Pier', 'Lighthouse Pier', 'Happier'],
  ],
  ['letter case and surrounding spaces do not count', { search: '  HARB ' }, ['Harbor']],
  ['accents do not count', { search: 'ebene' }, ['Ébène']],
  ['the reverse-DNS name is searched, too', { search: 'com.p' }, ['Old Pier']],
  ['part of the reverse-DNS name', { search: 'harbor' }, ['Harbor']],
  ['pattern characters have no special meaning', { search: '.*' }, []],
  ['a lone accent matches no name', { search: '\u0301' }, []],
  [
    'ids may be former ones, and unknown ids are skipped',
    { include: 'id-pier,id-former,nothing' },
    ['Old Pier', 'Pier'],
  ],
  ['only unknown ids', { include: 'nothing' }, []],
  [
    'an empty list of ids is ignored',
    { include: ' , ' },
    ['Harbor', 'Old Pier', 'Pier', 'Lighthouse Pier', 'Happier', 'Ébène'],
  ],
  [
    'excluded wallets are left out',
    { exclude: 'id-harbor, id-former,id-happier' },
    ['Pier', 'Lighthouse Pier', 'Ébène'],
  ],
  ['a wallet both included and excluded is left out', { include: 'id-harbor,id-pier', exclude: 'id-harbor' }, ['Pier']],
  ['a network: wallets that list it, or support all of its family', { chains: 'eip155:10' }, ['Harbor', 'Old Pier']],
  ['a network with the same beginning as another one', { chains: 'eip155:13' }, ['Old Pier']],
  ['several networks: one is enough', { chains: `bip122:1,${SOLANA}` }, ['Pier', 'Lighthouse Pier', 'Happier']],
  ['a wallet without known networks is found by name', { chains: 'eip155:1', search: 'Ében' }, ['Ébène']],
  [
    'a wallet without known networks is found by id',
    { chains: 'eip155:1', include: 'id-ebene,id-harbor' },
    ['Harbor', 'Ébène'],
  ],
  ['a wallet that does not support the network is not found by id', { chains: 'bip122:1', include: 'id-harbor' }, []],
  ['certified wallets', { badge_type: 'certified' }, ['Harbor', 'Lighthouse Pier']],
  ['the other name of the badge parameter', { badge: 'certified' }, ['Harbor', 'Lighthouse Pier']],
  [
    'the badge "none" does not filter',
    { badge_type: 'none', search: 'pier' },
    ['Pier', 'Old Pier', 'Lighthouse Pier', 'Happier'],
  ],
  ['by name or by reverse-DNS name', { names: 'harbor,HAPPIER', rdns: 'com.pier' }, ['Harbor', 'Old Pier', 'Happier']],
  [
    'the parameters of pay-only wallets are ignored',
    { include_pay_only: 'true', sort: 'wcpay', entries: '1' },
    ['Harbor'],
  ],
])('wallet search: %s', (_, parameters, expected) => {
  expect(names(parameters)).toEqual(expected)
})

test('the count covers all pages', () => {
  expect(find({ search: 'pier', entries: '1' }).count).toBe(4)
  expect(find({ page: '7' }).count).toBe(6)
})

test('a wallet lists its networks that the site requested, or all its known networks if none were requested', () => {
  const [pier] = find({ include: 'id-pier', chains: `eip155:1,${SOLANA},solana:devnet` }).wallets
  expect(pier?.chains).toEqual([SOLANA, 'solana:devnet'])
  expect(find({ include: 'id-harbor', chains: `${SOLANA},eip155:10` }).wallets[0]?.chains).toEqual(['eip155:10'])
  expect(find({ include: 'id-ebene', chains: SOLANA }).wallets[0]?.chains).toBeUndefined()
  expect(find({ include: 'id-pier' }).wallets[0]?.chains).toEqual(['eip155:137'])
})

describe('with the real data', () => {
  const real = (parameters: Readonly<Record<string, string>>) =>
    findWallets(registryWallets, parse(WalletQuery, parameters))

  test.each(['eip155:1', 'eip155:8453', 'eip155:31337', SOLANA, 'bip122:000000000019d6689c085ae165831e93'])(
    'a site on %s has more than four wallets to offer, all of which support the network',
    (chains) => {
      const { wallets, count } = real({ chains, entries: '100' })
      expect(count).toBeGreaterThan(4)
      for (const wallet of wallets) expect(wallet.chains).toContain(chains)
    },
  )

  test('MetaMask is offered wherever an EVM network is requested', () => {
    expect(real({ chains: 'eip155:84532', search: 'metamask' }).wallets[0]?.name).toBe('MetaMask')
  })

  test('every connector id belongs to a wallet (services.md §17.1)', () => {
    const known = [
      'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
      'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
      '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f',
      '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927',
      '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
      'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
      '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
      '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
      'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
      '2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01',
      '8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6',
      '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0',
      '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
      '85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041',
      '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b',
      '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13',
      '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25',
    ]
    const missing = known.filter((id) => real({ include: id }).count !== 1)
    expect(missing).toEqual([])
  })
})
