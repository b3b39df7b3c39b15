import { type Hex, verifyMessage } from 'viem'
import type { FoundMail } from '../../services/testing/readMail.ts'
import { asks, outcome } from '../browser/support/approvals.ts'
import {
  addressOf,
  approve,
  askForCode,
  newAddress,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { type OwnStores, startOwnStores } from '../browser/support/ownStores.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'
import { followLink } from '../browser/support/walletPage.ts'

/**
 * One of the three holders of a key share is lost for good: a store restarts with an empty database, or a browser is
 * gone. Signing in still leads to the same account, and it signs.
 */

// Long, because the recovery store mails one link in 30 s, and these visitors follow up to three.
jest.setTimeout(240_000)

const AS_ITSELF = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })
const TEXT = 'still mine'

let stores: OwnStores
beforeAll(async () => {
  stores = await startOwnStores()
})
afterAll(async () => {
  await stores?.end()
  await closeBrowser()
})

/** An owner with any number of new browsers. */
function newOwner() {
  const email = newAddress()
  const browsers: Visit[] = []
  let last: FoundMail | undefined

  return {
    async newBrowser(): Promise<Visit> {
      const browser = await visit({ ...AS_ITSELF, prepare: stores.takeOver })
      browsers.push(browser)
      return browser
    },
    /** Signs in with the code only. */
    async signsIn(browser: Visit): Promise<void> {
      last = await signIn(browser, email, last)
    },
    /** Signs in with the code and the link that the recovery store mails. */
    async signsInByLink(browser: Visit): Promise<void> {
      await browser.open()
      const code = await askForCode(browser, email, last)
      await typeCode(browser, code.code ?? '')
      await browser.dialog.getByText('To confirm this device, open the link we sent to').waitFor()
      last = await followLink(browser, email, code)
      await browser.dialog.waitFor({ state: 'detached' })
      await browser.reads('status', 'connected')
    },
    end: () => Promise.all(browsers.map((browser) => browser.end())),
  }
}

async function withOwner(run: (owner: ReturnType<typeof newOwner>) => Promise<void>): Promise<void> {
  const owner = newOwner()
  try {
    await run(owner)
  } finally {
    await owner.end()
  }
}

async function signsOut(browser: Visit): Promise<void> {
  await browser.onPage((modal) => modal.disconnect())
  await browser.reads('status', 'disconnected')
}

/** Checks the account's address and that its key is available. */
async function hasWallet(browser: Visit, address: string): Promise<void> {
  await browser.reads('address', address)
  const asked = await asks(browser, 'personal_sign', TEXT)
  await approve(browser)
  const signature = (await outcome(browser, asked)) as Hex
  expect(await verifyMessage({ address: address as Hex, message: TEXT, signature })).toBe(true)
  await browser.dialog.waitFor({ state: 'detached' })
}

test('after the auth store loses everything, the browser opens the wallet by link, and so does a new browser', () =>
  withOwner(async (owner) => {
    const known = await owner.newBrowser()
    await owner.signsIn(known)
    const address = await addressOf(known)
    await stores.lose('auth')

    await signsOut(known)
    await owner.signsInByLink(known)
    await hasWallet(known, address)

    // This browser has no share, but auth store and recovery store have one each.
    const fresh = await owner.newBrowser()
    await owner.signsInByLink(fresh)
    await hasWallet(fresh, address)
  }))

test('after the recovery store loses all, the browser opens the wallet by code, and a new browser opens it by link', () =>
  withOwner(async (owner) => {
    const known = await owner.newBrowser()
    await owner.signsIn(known)
    const address = await addressOf(known)
    await stores.lose('recovery')

    await signsOut(known)
    await owner.signsIn(known)
    await hasWallet(known, address)

    const fresh = await owner.newBrowser()
    await owner.signsInByLink(fresh)
    await hasWallet(fresh, address)
  }))

test('after the browser is lost, code and link open the wallet in another browser, which then needs only the code', () =>
  withOwner(async (owner) => {
    const lost = await owner.newBrowser()
    await owner.signsIn(lost)
    const address = await addressOf(lost)
    await lost.end()

    const fresh = await owner.newBrowser()
    await owner.signsInByLink(fresh)
    await hasWallet(fresh, address)
    await signsOut(fresh)
    await owner.signsIn(fresh)
    await hasWallet(fresh, address)
  }))
