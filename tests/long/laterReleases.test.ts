import { basename, dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { laterUrl, shellFile, shellFolder, shellUrl } from '../browser/support/deployment.ts'
import { copyButton, receiveButton, signs, toggleOthers, toggleReceive } from '../browser/support/features.ts'
import { release, stack } from '../browser/support/stack.ts'
import { hold, INJECTED, intercept, tamper, tamperOnDisk, wasInjected } from '../browser/support/tamper.ts'
import { paintedAt, recordTimeline } from '../browser/support/timeline.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

/** What the list of wallets does not need: the rest of the release index, and the features chunk that reads it. */

beforeAll(async () => {
  await toggleReceive(true)
  await toggleOthers(true)
  release()
})
afterAll(closeBrowser)

const FILES: [name: string, url: () => string, path: () => string][] = [
  ['the rest of the release index', laterUrl, () => join(dirname(stack.indexFile), basename(laterUrl()))],
  [
    'the features chunk of the shell',
    () => shellUrl(shellFile('features')),
    () => join(shellFolder(), shellFile('features')),
  ],
]

const BLOCKED = 'This feature was changed in transit and wasn’t started'
const MISSING = 'Couldn’t load this feature'

const retry = ({ page }: Visit) => page.getByTestId('features-retry').click()

const isTold = ({ page }: Visit, why: string) => page.waitForEvent('console', (message) => message.text().includes(why))

/** Expects that the wallet connects and signs, and that the window says why the features are missing. */
async function isSaid(visitor: Visit, why: string): Promise<void> {
  const first = isTold(visitor, why)
  await visitor.connect()
  await signs(visitor)
  await first
  // Each opening of the window tries again. Only after the second opening, no request is left that could still succeed
  // by itself.
  const second = isTold(visitor, why)
  await visitor.openAccount()
  await second
  await visitor.sees(why)
  expect(await receiveButton(visitor).count()).toBe(0)
}

async function helps(visitor: Visit): Promise<void> {
  await retry(visitor)
  await receiveButton(visitor).click()
  await copyButton(visitor).waitFor()
}

describe.each(FILES)(
  '%s: a wallet connects without it, a message says why it is missing, and Try again works once it is back',
  (...[, urlOf, pathOf]) => {
    test.each([
      ['with one extra byte', ' '],
      ['with an extra statement', INJECTED],
    ])('%s', (_, addition) =>
      visiting({}, async (visitor) => {
        const mend = await tamper(visitor.page, urlOf(), (body) => body + addition)
        await isSaid(visitor, BLOCKED)
        await mend()
        await helps(visitor)
        expect(await wasInjected(visitor.page)).toBe(false)
      })(),
    )

    test(
      'missing',
      visiting({}, async (visitor) => {
        const mend = await intercept(visitor.page, urlOf(), (route) => route.fulfill({ status: 404, body: 'no' }))
        await isSaid(visitor, MISSING)
        const again = isTold(visitor, MISSING)
        await retry(visitor)
        await again
        await visitor.sees(MISSING)
        await mend()
        await helps(visitor)
      }),
    )

    test(
      'changed, and cached by the browser',
      visiting({}, async (visitor) => {
        const mend = tamperOnDisk(pathOf(), ' ')
        try {
          await isSaid(visitor, BLOCKED)
        } finally {
          mend()
        }
        await helps(visitor)
      }),
    )
  },
)

test(
  'opening an unavailable feature by name rejects, and the account says why',
  visiting({}, async (visitor) => {
    await tamper(visitor.page, laterUrl(), (body) => `${body} `)
    await visitor.connect()
    const refusal = await visitor.onPage((modal) =>
      modal.open({ view: 'WalletReceive' }).then(
        () => 'opened',
        (error: { code?: string }) => error.code,
      ),
    )
    expect(refusal).toBe('view.unavailable')
    await visitor.view('Account').waitFor()
    await visitor.sees(BLOCKED)
  }),
)

test.each(['none', 'intent', 'visible', 'idle'])(
  'the features are not requested before the list is painted (prefetch: %s)',
  (prefetch) =>
    visiting({ query: { options: { prefetch } } }, async ({ page }) => {
      const sent = await recordTimeline(page, { isSlow: true })
      const painting = paintedAt(page)
      const asked = page.waitForRequest(laterUrl())
      await page.getByTestId('connect-button').click()
      const painted = await painting
      await asked
      const own = FILES.map(([, urlOf]) => urlOf())
      const [first] = sent.filter(({ url }) => own.includes(url))
      expect(first?.start).toBeGreaterThan(painted)
    })(),
)

/** Positions of everything in the account that a visitor may be about to press. */
const places = (page: Page) =>
  page
    .locator('[data-view="Account"] :is(button[data-testid="wui-wallet-switch"], [data-testid="disconnect-button"])')
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)))

test.each([
  ['on a desktop', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 844 }],
])('for a returning visitor, the features appear without moving anything (%s)', (_, viewport) =>
  visiting({ viewport }, async (visitor) => {
    await visitor.connect()
    const { asked, release: letThrough } = await hold(visitor.page, laterUrl())
    // Nothing is cached, as in a newly started browser.
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await asked
    await visitor.openAccount()
    await visitor.page.getByTestId('account-balance').waitFor()
    await visitor.settled()
    expect(await receiveButton(visitor).count()).toBe(0)
    const before = await places(visitor.page)
    expect(before).toHaveLength(2)
    await letThrough()
    await receiveButton(visitor).waitFor()
    await visitor.dialog.getByRole('tab', { name: 'Activity' }).waitFor()
    await visitor.settled()
    expect(await places(visitor.page)).toEqual(before)
  })(),
)

test(
  'if the code that restores and ends connections fails to load, the site learns why, and no connection is kept',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.reads('status', 'connected')
    await visitor.page.route(shellUrl(shellFile('chunk:account')), (route) => route.abort())
    await visitor.page.reload()
    const refused = await visitor.onPage((modal) => modal.disconnect().catch(({ code }) => code as string))
    expect(refused).toBe('remote.unreachable')
    expect(await visitor.storedConnection()).toBeUndefined()
    await visitor.page.reload()
    await visitor.open()
    await visitor.devWallet.waitFor()
    await visitor.reads('status', 'disconnected')
  }),
)
