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
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'
import {
  BITCOIN_VISITOR,
  inBitcoinWallet,
  inSolanaWallet,
  SOLANA_VISITOR,
  WALLET_NAMES,
} from '../browser/support/wallets.ts'

afterAll(closeBrowser)

const FIRST = `eip155:31337:${VISITOR}`
const SECOND = `eip155:31338:${VISITOR}`

const row = ({ page }: Visit, name: string) => page.getByTestId(`wallet-selector-${name.toLowerCase()}`)

/** The page's sign-in events, in order. */
const hear = (visitor: Visit) =>
  visitor.onPage((modal) => {
    const heard: string[] = []
    Object.assign(window, { heard })
    modal.subscribeEvents(({ data }) => data.event.includes('SIWX') && heard.push(data.event))
  })
const heard = ({ page }: Visit) => page.evaluate(() => (window as { heard?: string[] }).heard)

describe('a visitor signs in', () => {
  test(
    'with an EVM wallet: the site gets a session with a valid signature, and the window closes',
    visiting(signInShop({ statement: 'I accept the terms.' }), async (visitor) => {
      await hear(visitor)
      await connectAndBeAsked(visitor)
      expect(await heard(visitor)).toEqual([])
      expect(await visitor.title.textContent()).toBe('Sign in')
      await visitor.dialog.getByText('What you’re signing').click()
      const text = (await visitor.page.getByTestId('siwx-message').textContent()) ?? ''
      expect(text).toMatch(/wants you to sign in with your Ethereum account:\n0xf39F.*\n\nI accept the terms\.\n\nURI:/)
      await signIn(visitor)
      await visitor.reads('caip-address', FIRST)
      expect([await signedIn(visitor), await isLetIn(visitor)]).toEqual([[FIRST], true])
      expect(
        await visitor.inWallet((wallet) => wallet.log.filter(({ method }) => method === 'personal_sign').length),
      ).toBe(1)
      expect(await heard(visitor)).toEqual(['SIWX_AUTH_SUCCESS'])
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'with a Solana wallet',
    visiting(signInShop({}, { families: 'eip155,solana', solana: 'ok' }), async (visitor) => {
      await connectAndBeAsked(visitor, row(visitor, WALLET_NAMES.solana))
      await signIn(visitor)
      await visitor.reads('address', SOLANA_VISITOR)
      expect(await isLetIn(visitor)).toBe(true)
      expect(
        await inSolanaWallet(visitor, ({ log }) => log.some(({ method }) => method === 'solana:signMessage')),
      ).toBe(true)
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'with a Bitcoin wallet',
    visiting(signInShop({}, { families: 'eip155,bip122', bitcoin: 'ok' }), async (visitor) => {
      await connectAndBeAsked(visitor, row(visitor, WALLET_NAMES.bitcoin))
      await signIn(visitor)
      await visitor.reads('address', BITCOIN_VISITOR.payment)
      expect(await isLetIn(visitor)).toBe(true)
      expect(await inBitcoinWallet(visitor, 'bitcoin', ({ log }) => log.length)).toBeGreaterThan(1)
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'with two families separately, and going back to the first asks nothing',
    visiting(signInShop({}, { families: 'eip155,solana', solana: 'ok' }), async (visitor) => {
      await connectAndBeAsked(visitor)
      await signIn(visitor)
      await visitor.onPage((modal) => modal.open({ view: 'Connect', namespace: 'solana' } as never))
      await row(visitor, WALLET_NAMES.solana).click()
      await isAsked(visitor)
      await signButton(visitor).click()
      await visitor.dialog.waitFor({ state: 'detached' })
      const sessions = await signedIn(visitor)
      expect([sessions.length, sessions[0]]).toEqual([2, FIRST])
      await visitor.onPage((modal) => modal.switchNetwork(31337 as never))
      await visitor.reads('caip-address', FIRST)
      await visitor.settled()
      expect([await isLetIn(visitor), await visitor.dialog.count()]).toEqual([true, 0])
    }),
  )
})

describe('a visitor does not sign', () => {
  test(
    'a rejection in the wallet is reported, and can be retried',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
      await signButton(visitor).click()
      await visitor.sees('You declined to sign')
      expect(await signedIn(visitor)).toEqual([])
      await visitor.inWallet((wallet) => wallet.setBehaviour('ok'))
      await signIn(visitor)
      expect(await isLetIn(visitor)).toBe(true)
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'canceling the first message disconnects (§27, 45)',
    visiting(signInShop(), async (visitor) => {
      await hear(visitor)
      await connectAndBeAsked(visitor)
      await cancelButton(visitor).click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await isSignedOut(visitor)
      expect(await visitor.storedConnection()).toBeUndefined()
      expect(await heard(visitor)).toEqual(['CLICK_CANCEL_SIWX'])
    }),
  )

  test(
    'canceling an optional sign-in keeps the wallet connected',
    visiting(signInShop({ required: false }), async (visitor) => {
      await connectAndBeAsked(visitor)
      await cancelButton(visitor).click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('status', 'connected')
      expect(await signedIn(visitor)).toEqual([])
    }),
  )

  test(
    'no key, button or press outside closes the window while signing in is required',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      await visitor.page.getByTestId('w3m-header-close').click()
      await visitor.page.keyboard.press('Escape')
      await visitor.page.mouse.click(5, 5)
      await visitor.settled()
      await isAsked(visitor)
      expect(await visitor.page.getByTestId('header-back').count()).toBe(0)
    }),
  )

  test(
    'a site that opens another view cannot bypass the sign-in question',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      await visitor.onPage((modal) => modal.close())
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.onPage((modal) => modal.open({ view: 'Account' }))
      await isAsked(visitor)
    }),
  )

  test(
    'canceling is possible while a wallet never answers',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      await visitor.inWallet((wallet) => wallet.setBehaviour('hang'))
      await signButton(visitor).click()
      await visitor.sees('Signing…')
      await cancelButton(visitor).click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await isSignedOut(visitor)
    }),
  )
})

describe('the network changes', () => {
  test(
    'a new signature is requested, and then the account is shown again (§27, 41)',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      await signIn(visitor)
      await visitor.openNetworks()
      await visitor.choose('Portico Second')
      await isAsked(visitor)
      await signButton(visitor).click()
      await visitor.view('Account').waitFor()
      await visitor.reads('caip-address', SECOND)
      expect([await signedIn(visitor), await isLetIn(visitor)]).toEqual([[FIRST, SECOND], true])
    }),
  )

  test(
    'canceling keeps the previous network and its session (§27, 42)',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      await signIn(visitor)
      await visitor.onPage((modal) => modal.switchNetwork(31338 as never))
      await isAsked(visitor)
      await cancelButton(visitor).click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('caip-address', FIRST)
      expect([await signedIn(visitor), await isLetIn(visitor)]).toEqual([[FIRST], true])
    }),
  )

  test(
    'a change in the wallet itself also asks for a signature',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      await signIn(visitor)
      await visitor.inWallet((wallet) => wallet.setChain(31338))
      await isAsked(visitor)
      await visitor.inWallet((wallet) => wallet.setChain(31337))
      await visitor.dialog.waitFor({ state: 'detached' })
      expect(await signedIn(visitor)).toEqual([FIRST])
    }),
  )

  test(
    'another account of the wallet needs its own session',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      await signIn(visitor)
      await visitor.inWallet((wallet) => wallet.setAccount(1))
      await isAsked(visitor)
      await signIn(visitor)
      expect([(await signedIn(visitor)).length, await isLetIn(visitor)]).toEqual([2, true])
    }),
  )
})

describe('the visitor comes back', () => {
  test(
    'with a session: neither visitor nor wallet is asked (§27, 43)',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      await signIn(visitor)
      await visitor.page.reload()
      await visitor.reads('status', 'connected')
      await visitor.page.waitForFunction(() => window.portico?.getSIWX())
      expect(await isLetIn(visitor)).toBe(true)
      await visitor.settled()
      expect([await visitor.dialog.count(), await visitor.asked('personal_sign')]).toEqual([0, 0])
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'with an expired session: the window opens by itself and asks again',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      await signIn(visitor)
      await visitor.page.clock.install({ time: Date.now() + 25 * 3_600_000 })
      await visitor.page.reload()
      await isAsked(visitor)
      await signIn(visitor)
      expect(await isLetIn(visitor)).toBe(true)
    }),
  )

  test(
    'with a forged session: the window asks again, and the forged session is removed',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      await signIn(visitor)
      await visitor.page.evaluate(() => {
        const stored = JSON.parse(localStorage.getItem('@portico/siwx') ?? '{}')
        stored.data[0].signature = `0x${'11'.repeat(64)}1b`
        localStorage.setItem('@portico/siwx', JSON.stringify(stored))
      })
      await visitor.page.reload()
      await isAsked(visitor)
      expect(await signedIn(visitor)).toEqual([])
    }),
  )

  test('after disconnecting: signed out (§27, 44), unless the site keeps its visitors signed in', async () => {
    for (const signOutOnDisconnect of [true, false]) {
      await visiting(signInShop({ signOutOnDisconnect }), async (visitor) => {
        await connectAndBeAsked(visitor)
        await signIn(visitor)
        await visitor.onPage((modal) => modal.disconnect())
        if (signOutOnDisconnect) return isSignedOut(visitor)
        await visitor.reads('status', 'disconnected')
        expect(await signedIn(visitor)).toEqual([FIRST])
        await visitor.connect()
        expect(await visitor.asked('personal_sign')).toBe(1)
      })()
    }
  })
})

describe('two tabs', () => {
  test(
    'signing in or disconnecting in one tab applies to both',
    visiting(signInShop(), async (visitor) => {
      await connectAndBeAsked(visitor)
      const other = await visitor.newTab(signInShop().query)
      await isAsked(other)
      await signIn(visitor)
      await other.dialog.waitFor({ state: 'detached' })
      expect(await isLetIn(other)).toBe(true)
      await other.onPage((modal) => modal.disconnect())
      await isSignedOut(visitor)
      await isSignedOut(other)
    }),
  )
})

/** The shell's sign-in chunk; file names are hashes. */
const isSigningIn = (text: string) => text.includes('the plug-in has made no message')

test('while the sign-in code cannot be loaded the visitor does not stay connected, and a second attempt works', async () => {
  let isDown = true
  await visiting(
    {
      ...signInShop(),
      prepare: (context) =>
        context.route(/\/shell\/.*\.js$/, async (route) => {
          const response = await route.fetch()
          if (isDown && isSigningIn(await response.text())) await route.abort()
          // A prefetch can complete after the visitor has left.
          else await route.fulfill({ response }).catch(() => {})
        }),
    },
    async (visitor) => {
      await visitor.open()
      await visitor.devWallet.click()
      await visitor.sees('Sign-in isn’t available right now')
      await visitor.reads('status', 'disconnected')
      isDown = false
      await visitor.devWallet.click()
      await isAsked(visitor)
    },
  )()
})

test(
  'a page without sign-in fetches no code for it',
  visiting({}, async (visitor) => {
    await visitor.connect()
    const scripts = visitor.requests.filter((url) => url.startsWith(stack.urls.host) && url.endsWith('js'))
    const texts = await Promise.all([...new Set(scripts)].map(async (url) => (await fetch(url)).text()))
    expect([texts.length > 1, texts.some(isSigningIn)]).toEqual([true, false])
  }),
)
