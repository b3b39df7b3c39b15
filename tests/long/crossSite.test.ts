import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { type Address, type Hex, parseEther, verifyMessage } from 'viem'
import { ensureChromium } from '../../scripts/chromium.mjs'
import { createProject } from '../../scripts/switchRemote.mjs'
import { asksFor, frameOf, isApprovable, outcome } from '../browser/support/approvals.ts'
import {
  addressOf,
  approve,
  askForCode,
  mailTo,
  newAddress,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { coinsOf, setBalance, stranger } from '../browser/support/evmChain.ts'
import { newPerson, signInWith } from '../browser/support/socialLogin.ts'
import { stack } from '../browser/support/stack.ts'
import { playgroundUrl, Visit } from '../browser/support/visit.ts'

/**
 * Shops on sites of their own, as usual when the secure site belongs to another owner: browsers partition the secure
 * site's storage by shop. In other tests shop and secure site are both on `localhost`, in a browser that Playwright
 * starts without partitioning.
 */

jest.setTimeout(120_000)

/** Different sites in the sense of the standard (scheme and registrable domain), which also differ from `localhost`. */
const SHOPS = { fern: '127.0.0.1', fable: 'fable.localhost' } as const
const PROJECT_ID = '00000000000000000000000000000003'
const QUERY = withoutWallet({ projectId: PROJECT_ID, defaultAccountTypes: { eip155: 'eoa' } }).query

const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
/**
 * Of several switches with the same name, Chromium uses the last: this one turns the partitioning of third-party
 * storage back on.
 */
const KEEPS_APART = '--disable-features=MediaRouter'

function urlAt(shop: keyof typeof SHOPS): string {
  const url = new URL(playgroundUrl(QUERY))
  url.hostname = SHOPS[shop]
  return url.href
}

beforeAll(async () => {
  await createProject(stack, PROJECT_ID)
  const allowedOrigins = (['fern', 'fable'] as const).map((shop) => new URL(urlAt(shop)).origin)
  const response = await fetch(`${stack.urls.services}/admin/v1/projects/${PROJECT_ID}/origins`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${stack.adminToken}` },
    body: JSON.stringify({ allowedOrigins }),
  })
  if (!response.ok) throw new Error(await response.text())
})

/**
 * What the browser's settings allow to third-party frames. With `nothing` there are no cookies and storage is not
 * partitioned, so storage is blocked too.
 */
type Allowed = 'cookies' | 'storage' | 'nothing'

/** Runs the test in a regular browser with a fresh profile, and always closes the browser. */
const withBrowser = (allowed: Allowed, run: (context: BrowserContext) => Promise<void>) => async () => {
  const profile = mkdtempSync(join(tmpdir(), 'portico-profile-'))
  const areBlocked = allowed !== 'cookies'
  const settings = { block_third_party_cookies: areBlocked, cookie_controls_mode: Number(areBlocked) }
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: settings }))
  const context = await chromium.launchPersistentContext(profile, {
    // The full browser, because the headless shell ignores settings.
    executablePath: ensureChromium() ?? '',
    args: [...FLAGS.split(' '), ...(allowed === 'nothing' ? [] : [KEEPS_APART])],
    viewport: { width: 1280, height: 800 },
  })
  try {
    await run(context)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Opens a tab with a shop. */
async function visitShop(context: BrowserContext, shop: keyof typeof SHOPS): Promise<Visit> {
  const visitor = new Visit(context, await context.newPage())
  await visitor.page.goto(urlAt(shop))
  return visitor
}

/** Types a code, follows the link that confirms this device, and waits until the page is connected. */
async function signInOnNewDevice(visitor: Visit, email: string): Promise<void> {
  await visitor.open()
  const mail = await askForCode(visitor, email)
  await typeCode(visitor, mail.code ?? '')
  await visitor.sees(email)
  const { link } = await mailTo(email, mail)
  const mailbox = await visitor.context.newPage()
  await mailbox.goto(link ?? '')
  await mailbox.getByRole('button', { name: 'Confirm this device' }).click()
  await visitor.page.bringToFront()
  await visitor.dialog.waitFor({ state: 'detached' })
  await visitor.reads('status', 'connected')
}

async function signsMessage(visitor: Visit): Promise<void> {
  const address = (await addressOf(visitor)) as Address
  const message = `Of ${new URL(visitor.page.url()).host}`
  const index = await asksFor(visitor, 'personal_sign', [message, address])
  await approve(visitor)
  expect(await verifyMessage({ address, message, signature: (await outcome(visitor, index)) as Hex })).toBe(true)
  await visitor.dialog.waitFor({ state: 'detached' })
}

async function pays(visitor: Visit): Promise<void> {
  const from = (await addressOf(visitor)) as Address
  const to = stranger()
  await setBalance(from, parseEther('1'))
  const index = await asksFor(visitor, 'eth_sendTransaction', [{ from, to, value: '0x2a' }])
  await isApprovable(visitor)
  await approve(visitor)
  expect(await outcome(visitor, index)).toMatch(/^0x[\da-f]{64}$/)
  expect(await coinsOf(to)).toBe(42n)
  await visitor.dialog.waitFor({ state: 'detached' })
}

/** The result of setting an unpartitioned cookie in the secure site's frame. */
const cookieOfFrame = (visitor: Visit) =>
  frameOf(visitor).evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: whether there can be one is the question
    document.cookie = 'probe=1; SameSite=None; Secure'
    return document.cookie
  })

/** Ignores the 403 that browsers log when the recovery store refuses a device that has not followed a link. */
const problemsOf = ({ problems }: Visit) => problems.filter((problem) => !problem.includes('403'))

describe.each<[Allowed, string]>([
  ['cookies', 'probe=1'],
  ['storage', ''],
])('in a browser that allows third-party frames %s', (allowed, cookie) => {
  test(
    'a visitor signs up by e-mail, stays signed in after a reload, signs and pays',
    withBrowser(allowed, async (context) => {
      const visitor = await visitShop(context, 'fern')
      await signIn(visitor, newAddress())
      const address = await addressOf(visitor)
      expect(await cookieOfFrame(visitor)).toBe(cookie)
      await visitor.page.reload()
      await visitor.reads('status', 'connected')
      await visitor.reads('address', address)
      await signsMessage(visitor)
      await pays(visitor)
      expect(problemsOf(visitor)).toEqual([])
    }),
  )

  test(
    'at a second shop the browser is a new device; code and link open the same wallet, and sign-outs are separate',
    withBrowser(allowed, async (context) => {
      const email = newAddress()
      const fern = await visitShop(context, 'fern')
      await signIn(fern, email)
      const address = await addressOf(fern)

      const fable = await visitShop(context, 'fable')
      await fable.reads('status', 'disconnected')
      await signInOnNewDevice(fable, email)
      await fable.reads('address', address)
      await signsMessage(fable)

      await fable.onPage((modal) => modal.disconnect())
      await fable.reads('status', 'disconnected')
      await fern.page.bringToFront()
      await fern.page.reload()
      await fern.reads('status', 'connected')
      await fern.reads('address', address)
      await signsMessage(fern)
    }),
  )
})

test(
  'social login returns to the shop from a window that shares no storage with the frame',
  withBrowser('storage', async (context) => {
    const visitor = await visitShop(context, 'fern')
    await signInWith(visitor, 'google', newPerson())
    const address = await addressOf(visitor)
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.reads('address', address)
    await signsMessage(visitor)
  }),
)

test(
  'where third-party frames may store nothing, a visitor signs up and signs, and a reload signs them out',
  withBrowser('nothing', async (context) => {
    const visitor = await visitShop(context, 'fern')
    await signIn(visitor, newAddress())
    expect(
      await frameOf(visitor).evaluate(() =>
        indexedDB.databases().then(
          () => true,
          () => false,
        ),
      ),
    ).toBe(false)
    await signsMessage(visitor)
    await visitor.page.reload()
    await visitor.reads('status', 'disconnected')
    await visitor.open()
    await visitor.view('Connect').waitFor()
  }),
)
