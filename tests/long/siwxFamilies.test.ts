import type { Locator } from 'playwright-core'
import {
  cancelButton,
  connectAndBeAsked,
  isAsked,
  isLetIn,
  isSignedOut,
  signButton,
  signedIn,
  signIn,
  signInShop,
} from '../browser/support/signIn.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'
import {
  BITCOIN_VISITOR,
  inBitcoinWallet,
  inSolanaWallet,
  SOLANA_VISITOR,
  WALLET_NAMES,
} from '../browser/support/wallets.ts'

afterAll(closeBrowser)

interface Family {
  readonly page: Readonly<Record<string, unknown>>
  readonly address: string
  readonly wallet: (visitor: Visit) => Locator
  readonly behave: (visitor: Visit, how: 'ok' | 'reject' | 'hang') => Promise<unknown>
}

const row = ({ page }: Visit, name: string) => page.getByTestId(`wallet-selector-${name.toLowerCase()}`)

const FAMILIES: readonly (readonly [string, Family])[] = [
  [
    'EVM',
    {
      page: {},
      address: VISITOR,
      wallet: (visitor) => visitor.devWallet,
      behave: (visitor, how) => visitor.inWallet((wallet, is) => wallet.setBehaviour(is), how),
    },
  ],
  [
    'Solana',
    {
      page: { families: 'eip155,solana', solana: 'ok' },
      address: SOLANA_VISITOR,
      wallet: (visitor) => row(visitor, WALLET_NAMES.solana),
      behave: (visitor, how) => inSolanaWallet(visitor, (wallet, is) => wallet.setBehaviour(is), how),
    },
  ],
  [
    'Bitcoin',
    {
      // A wallet that gives its account without a prompt when the visitor returns.
      page: { families: 'eip155,bip122', xverse: 'ok' },
      address: BITCOIN_VISITOR.payment,
      wallet: (visitor) => row(visitor, WALLET_NAMES.xverse),
      behave: (visitor, how) => inBitcoinWallet(visitor, 'xverse', (wallet, is) => wallet.setBehaviour(is), how),
    },
  ],
]

describe.each(FAMILIES)('a visitor with a wallet for %s', (_, { page, address, wallet, behave }) => {
  const asksOf = (siwx: object, run: (visitor: Visit) => Promise<void>) =>
    visiting(signInShop(siwx, page), async (visitor) => {
      await connectAndBeAsked(visitor, wallet(visitor))
      await run(visitor)
    })

  test(
    'is disconnected after canceling, and can still connect and sign',
    asksOf({}, async (visitor) => {
      await cancelButton(visitor).click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await isSignedOut(visitor)
      await connectAndBeAsked(visitor, wallet(visitor))
      await signIn(visitor)
      await visitor.reads('address', address)
      expect(await isLetIn(visitor)).toBe(true)
    }),
  )

  test(
    'sees a message after declining in the wallet, and can retry',
    asksOf({}, async (visitor) => {
      await behave(visitor, 'reject')
      await signButton(visitor).click()
      await visitor.sees('You declined to sign')
      expect(await signedIn(visitor)).toEqual([])
      await behave(visitor, 'ok')
      await signIn(visitor)
      expect(await isLetIn(visitor)).toBe(true)
    }),
  )

  test(
    'stays connected without a session where signing in is optional',
    asksOf({ required: false }, async (visitor) => {
      await cancelButton(visitor).click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('status', 'connected')
      await visitor.reads('address', address)
      expect([await signedIn(visitor), await isLetIn(visitor)]).toEqual([[], false])
    }),
  )

  test(
    'is asked again when the session has expired',
    asksOf({}, async (visitor) => {
      await signIn(visitor)
      await visitor.page.clock.install({ time: Date.now() + 25 * 3_600_000 })
      await visitor.page.reload()
      await isAsked(visitor)
      expect(await isLetIn(visitor)).toBe(false)
      await signIn(visitor)
      await visitor.reads('address', address)
      expect(await isLetIn(visitor)).toBe(true)
    }),
  )

  test(
    'is asked again after a reload, both during the question and during the wallet prompt',
    asksOf({}, async (visitor) => {
      await visitor.page.reload()
      await isAsked(visitor)
      await behave(visitor, 'hang')
      await signButton(visitor).click()
      await visitor.sees('Signing…')
      await visitor.page.reload()
      await isAsked(visitor)
      expect(await signedIn(visitor)).toEqual([])
      await signIn(visitor)
      await visitor.reads('address', address)
      expect(await isLetIn(visitor)).toBe(true)
    }),
  )
})
