/** @jest-environment jsdom */
import { type FakeSolanaWallet, fakeSolanaWallet } from '@portico/contracts/testing'
import fc from 'fast-check'
import { type FoundWallet, watchWallets } from './discovery.ts'

const ICON = 'data:image/svg+xml;base64,PHN2Zy8+'
const ends: (() => void)[] = []

afterEach(() => {
  for (const end of ends.splice(0)) end()
  Reflect.deleteProperty(globalThis, 'coinbaseSolana')
})

/** Installs a wallet. @returns a function that uninstalls it */
function install(wallet: FakeSolanaWallet): () => void {
  const uninstall = wallet.register()
  ends.push(uninstall)
  return uninstall
}

/** Registers an arbitrary value. */
function registerAnything(thing: unknown): void {
  const detail = (api: { register(...wallets: unknown[]): () => void }) => ends.push(api.register(thing))
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
}

function look() {
  const lists: (readonly FoundWallet[])[] = []
  const life = new AbortController()
  ends.push(() => life.abort())
  watchWallets((found) => void lists.push(found), life.signal)
  const now = () => (lists.at(-1) ?? []).map(({ connector }) => connector)
  return { lists, life, now, names: () => now().map(({ name }) => name), ids: () => now().map(({ id }) => id) }
}

describe('wallets that register', () => {
  test('are found with name and icon', () => {
    install(fakeSolanaWallet({ icon: ICON }))
    expect(look().now()).toEqual([
      { id: 'Harbor', name: 'Harbor', type: 'ANNOUNCED', namespace: 'solana', imageUrl: ICON },
    ])
  })

  test('are found even if they register late, and disappear when unregistered', () => {
    const { names } = look()
    expect(names()).toEqual([])
    const uninstall = install(fakeSolanaWallet())
    install(fakeSolanaWallet({ name: 'Lantern' }))
    expect(names()).toEqual(['Harbor', 'Lantern'])
    uninstall()
    expect(names()).toEqual(['Lantern'])
  })

  test('are listed once, however often they register', () => {
    const wallet = fakeSolanaWallet()
    install(wallet)
    install(wallet)
    const { names } = look()
    wallet.register()
    expect(names()).toEqual(['Harbor'])
  })

  test('are both listed if they have the same name, and only the one that unregisters disappears', () => {
    const { names, ids } = look()
    const first = install(fakeSolanaWallet())
    install(fakeSolanaWallet())
    expect(names()).toEqual(['Harbor', 'Harbor'])
    expect(ids()).toEqual(['Harbor', 'Harbor 2'])
    first()
    expect(ids()).toEqual(['Harbor 2'])
  })

  test('are ignored once the modal is disposed of', () => {
    const { lists, life } = look()
    life.abort()
    const before = lists.length
    install(fakeSolanaWallet())
    expect(lists).toHaveLength(before)
  })

  test('are all found by a second modal of the page', () => {
    install(fakeSolanaWallet())
    const first = look()
    const second = look()
    expect([first.names(), second.names()]).toEqual([['Harbor'], ['Harbor']])
  })
})

describe('a wallet is not listed', () => {
  test.each(['standard:connect', 'standard:events'])('without %s', (feature) => {
    install(fakeSolanaWallet({ without: [feature] }))
    expect(look().names()).toEqual([])
  })

  test('that cannot sign transactions', () => {
    install(fakeSolanaWallet({ without: ['solana:signTransaction', 'solana:signAndSendTransaction'] }))
    expect(look().names()).toEqual([])
  })

  test.each(['solana:signTransaction', 'solana:signAndSendTransaction'])(
    'but is listed if it lacks only %s',
    (feature) => {
      install(fakeSolanaWallet({ without: [feature, 'solana:signMessage', 'standard:disconnect'] }))
      expect(look().names()).toEqual(['Harbor'])
    },
  )

  test('that serves no Solana network', () => {
    install(fakeSolanaWallet({ chains: ['bitcoin:mainnet', 'solanaX:mainnet'] }))
    expect(look().names()).toEqual([])
  })

  test('that only opens WalletConnect', () => {
    install(fakeSolanaWallet({ name: 'WalletConnect' }))
    expect(look().names()).toEqual([])
  })

  test.each([[''], [' \u202e '], [undefined], [5]])('whose name is %j', (name) => {
    install(fakeSolanaWallet({ name: name ?? null }))
    expect(look().names()).toEqual([])
  })
})

test('a name is one line without control or bidi characters, and of limited length', () => {
  install(fakeSolanaWallet({ name: `\u202eHar\nbor${'!'.repeat(100)}` }))
  expect(look().names()).toEqual([`Har bor${'!'.repeat(33)}`])
})

test.each(['https://evil.example/icon.png', 'data:text/html,<script>', 'javascript:alert(1)', 5, null])(
  'the icon %p is not shown',
  (icon) => {
    install(fakeSolanaWallet({ icon }))
    expect(look().now()[0]).not.toHaveProperty('imageUrl')
  },
)

describe('an older Coinbase Wallet without registration', () => {
  const inject = (coinbase: unknown) =>
    Object.defineProperty(globalThis, 'coinbaseSolana', { configurable: true, value: coinbase })

  test('is found', () => {
    inject({ connect: async () => {} })
    expect(look().now()).toEqual([
      {
        id: 'Coinbase Wallet',
        name: 'Coinbase Wallet',
        type: 'ANNOUNCED',
        namespace: 'solana',
        explorerId: 'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
      },
    ])
  })

  test('is not listed beside a registered wallet of that name', () => {
    inject({ connect: async () => {} })
    const { ids } = look()
    const uninstall = install(fakeSolanaWallet({ name: 'Coinbase Wallet' }))
    expect(ids()).toEqual(['Coinbase Wallet'])
    uninstall()
    expect(ids()).toEqual(['Coinbase Wallet'])
  })

  test.each([[{}], [5], [null], ['connect']])('is ignored if it is %j', (thing) => {
    inject(thing)
    expect(look().names()).toEqual([])
  })
})

describe('whatever registers', () => {
  const throwing = new Proxy(
    {},
    {
      get() {
        throw new Error('not yours')
      },
    },
  )

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['a text', 'wallet'],
    ['a proxy that throws on every access', throwing],
    ['a wallet whose features throw', { ...fakeSolanaWallet().wallet, features: throwing }],
    [
      'a wallet whose chains throw',
      Object.defineProperty(fakeSolanaWallet({ name: 'X' }).wallet, 'chains', { get: () => throwing }),
    ],
    [
      'a wallet with invalid methods',
      { ...fakeSolanaWallet().wallet, features: { 'standard:connect': { connect: 5 } } },
    ],
  ])('if %s registers, only valid wallets are listed', (_, thing) => {
    const { names } = look()
    registerAnything(thing)
    install(fakeSolanaWallet({ name: 'Lantern' }))
    expect(names()).toEqual(['Lantern'])
  })

  test('every list has clean names, safe icons and unique ids', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: fc.oneof(fc.string(), fc.constant('Harbor')), icon: fc.string() }), {
          maxLength: 5,
        }),
        (given) => {
          const { now, ids, life } = look()
          const leave = given.map((one) => install(fakeSolanaWallet(one)))
          expect(new Set(ids()).size).toBe(ids().length)
          for (const { name, imageUrl } of now()) {
            expect(name).toMatch(/^[^\p{Cc}\p{Cf}]+$/u)
            expect(imageUrl ?? 'data:image/png,').toMatch(/^data:image\//)
          }
          for (const end of leave) end()
          expect(now()).toEqual([])
          life.abort()
        },
      ),
    )
  })
})
