import type { BrowserContext } from 'playwright-core'
import { until } from '../../services/testing/until.ts'
import { asks, frameOf, outcome } from '../browser/support/approvals.ts'
import {
  addressOf,
  approve,
  askForCode,
  emailField,
  mailTo,
  newAddress,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { providerButton, shownLink } from '../browser/support/socialLogin.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, playgroundUrl, type Visit, visit } from '../browser/support/visit.ts'

/** The embedded wallet's time limits, as visitors and site owners notice them. */

jest.setTimeout(90_000)
afterAll(closeBrowser)

const s = 1_000
const LOAD_LIMIT_MS = 20 * s
const ANSWER_LIMIT_MS = 120 * s
const TIMED_OUT = 'Wallet Request Timeout'

const alert = ({ dialog }: Visit) => dialog.getByTestId('wui-alertbar-text')
const snack = ({ dialog }: Visit) => dialog.getByTestId('wui-snackbar-message')

type Deaf = Window & { deafTo?: string; heard?: string[] }

/** A visitor whose frame can be made to ignore a request, and whose clock the test can advance. */
async function withDeafFrame(): Promise<Visit> {
  return visit({
    ...withoutWallet(),
    async prepare(_, page) {
      await page.addInitScript((secureSite) => {
        if (location.origin !== secureSite) return
        const frame = window as Deaf
        frame.heard = []
        addEventListener(
          'message',
          (event) => {
            const type = String(event.data?.type)
            frame.heard?.push(type)
            if (frame.deafTo !== undefined && type === `@w3m-app/${frame.deafTo}`) event.stopImmediatePropagation()
          },
          true,
        )
      }, new URL(stack.urls.secureSite).origin)
      await page.clock.install()
    },
  })
}

/** From now on the frame ignores this request, or all requests if none is named. */
const deafen = (visitor: Visit, name?: string) =>
  frameOf(visitor).evaluate((deafTo) => {
    Object.assign(window, { deafTo, heard: [] })
  }, name)

// Polls from outside the frame, because a hidden frame has no animation frames.
const heard = (visitor: Visit, name: string) =>
  until(() => frameOf(visitor).evaluate((type) => (window as Deaf).heard?.includes(type), `@w3m-app/${name}`))

async function types(visitor: Visit, address: string): Promise<void> {
  await emailField(visitor).fill(address)
  await emailField(visitor).press('Enter')
}

/** Goes back from the code to the address field. */
async function goesBack(visitor: Visit): Promise<void> {
  await visitor.back()
  await emailField(visitor).waitFor()
}

const boxes = ({ page }: Visit) => page.getByTestId('wui-otp-input')

test('if the frame is silent for 120 s, visitor and site owner learn that; the second attempt succeeds', async () => {
  const visitor = await withDeafFrame()
  try {
    const [first, second] = [newAddress(), newAddress()]
    await visitor.open()
    await askForCode(visitor, first)
    await goesBack(visitor)
    await visitor.page.clock.fastForward(31 * s)
    await deafen(visitor, 'CONNECT_EMAIL')
    await types(visitor, second)
    await heard(visitor, 'CONNECT_EMAIL')
    await visitor.page.clock.fastForward(100 * s)
    expect([await alert(visitor).count(), await snack(visitor).count()]).toEqual([0, 0])
    await visitor.page.clock.fastForward(ANSWER_LIMIT_MS - 100 * s)
    await alert(visitor).getByText(`${TIMED_OUT} APKT004`).waitFor()
    await snack(visitor).getByText(TIMED_OUT).waitFor()

    await deafen(visitor)
    await askForCode(visitor, second)
  } finally {
    await visitor.end()
  }
})

test('a code that gets no response for 120 s can be typed again', async () => {
  const visitor = await withDeafFrame()
  try {
    await visitor.open()
    const { code = '' } = await askForCode(visitor, newAddress())
    await deafen(visitor, 'CONNECT_OTP')
    await typeCode(visitor, code)
    await heard(visitor, 'CONNECT_OTP')
    await visitor.page.clock.fastForward(ANSWER_LIMIT_MS)
    await visitor.view('EmailVerifyOtp').getByRole('alert').getByText(TIMED_OUT).waitFor()
    await alert(visitor).getByText(`${TIMED_OUT} APKT004`).waitFor()
    await deafen(visitor)
    await typeCode(visitor, code)
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('status', 'connected')
  } finally {
    await visitor.end()
  }
})

test('an abandoned Farcaster login is also reported; the visitor then signs up by e-mail and signs', async () => {
  const visitor = await withDeafFrame()
  try {
    await visitor.open()
    await (await providerButton(visitor, 'farcaster')).click()
    await shownLink(visitor)
    await goesBack(visitor)
    await deafen(visitor, 'CONNECT_EMAIL')
    const email = newAddress()
    await types(visitor, email)
    await heard(visitor, 'CONNECT_EMAIL')
    await visitor.page.clock.fastForward(ANSWER_LIMIT_MS)
    await alert(visitor).getByText(`${TIMED_OUT} APKT004`).waitFor()

    await deafen(visitor)
    const { code = '' } = await askForCode(visitor, email)
    await typeCode(visitor, code)
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('status', 'connected')
    const signed = await asks(visitor, 'personal_sign')
    await approve(visitor)
    expect(await outcome(visitor, signed)).toMatch(/^0x/)
  } finally {
    await visitor.end()
  }
})

/** The playground's URL on another host. */
function elsewhere(origin: string): string {
  const { pathname, search } = new URL(playgroundUrl(withoutWallet().query))
  return `${origin}${pathname}${search}`
}

/** Serves the playground's page at another host's URL, without contacting that host. */
const standsAt = (origin: string) => (context: BrowserContext) =>
  context.route(`${origin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({
      response: await route.fetch({ url: new URL(pathname + search, stack.urls.playground).href }),
    })
  })

test('on a public hosting domain the browser also blocks the frame, and the owner is notified', async () => {
  const origin = 'https://shop.vercel.app'
  const visitor = await visit({
    permissions: ['local-network-access'], // in this test the modal is served by this machine
    async prepare(context, page) {
      await standsAt(origin)(context)
      await page.clock.install()
    },
  })
  try {
    const named = visitor.page.waitForResponse((response) => response.url().includes('/projects/v1/origins'))
    await visitor.page.goto(elsewhere(origin))
    await visitor.open()
    await (await named).finished()
    const refused = visitor.page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await types(visitor, newAddress())
    await refused
    await visitor.page.clock.fastForward(LOAD_LIMIT_MS)
    await snack(visitor).getByText('Unverified Domain').waitFor()
    // The modal itself is allowed on that host, so there was no earlier alert.
    await alert(visitor).getByText('Unverified Domain APKT005').waitFor()
    expect(visitor.console.join()).not.toMatch(/APKT00[23]/)
  } finally {
    await visitor.end()
  }
})

test('on a page that the project does not name the browser blocks the frame, and the site owner learns why', async () => {
  const visitor = await visit({ prepare: (_, page) => page.clock.install() })
  try {
    await visitor.page.goto(elsewhere(`http://shop.localhost:${new URL(stack.urls.playground).port}`))
    await visitor.open()
    await alert(visitor).getByText('Invalid App Configuration APKT002').waitFor()
    const refused = visitor.page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await types(visitor, newAddress())
    await refused
    await visitor.page.clock.fastForward(LOAD_LIMIT_MS)
    await snack(visitor).getByText('Unverified Domain').waitFor()
    // Closing the first alert shows the next one.
    await visitor.dialog
      .getByRole('alert')
      .filter({ has: visitor.page.getByTestId('wui-alertbar-text') })
      .getByRole('button')
      .click()
    await alert(visitor).getByText('Unverified Domain APKT005').waitFor()
    expect(visitor.console.join()).not.toContain('APKT003')
    expect(await boxes(visitor).count()).toBe(0)
  } finally {
    await visitor.end()
  }
})

test('signing out takes effect at once, even if the frame is silent for 3 s, and nothing of the login is left', async () => {
  const visitor = await withDeafFrame()
  try {
    const email = newAddress()
    await signIn(visitor, email)
    await deafen(visitor, 'SIGN_OUT')
    const left = visitor.page.evaluate(async () => {
      const leaving = window.portico?.disconnect()
      const settled = { is: false }
      void leaving?.then(() => (settled.is = true))
      Object.assign(window, { settled })
    })
    await heard(visitor, 'SIGN_OUT')
    await visitor.reads('status', 'disconnected')
    await visitor.page.clock.fastForward(3 * s)
    await left
    await visitor.page.waitForFunction(() => (window as unknown as { settled: { is: boolean } }).settled.is)
    expect(await kept(visitor)).not.toContain(email)
    await visitor.page.reload()
    await visitor.reads('status', 'disconnected')
    expect(visitor.page.frame({ name: 'w3m-secure-iframe' })).toBeNull()
  } finally {
    await visitor.end()
  }
})

/** Everything that the page stores. */
const kept = ({ page }: Visit): Promise<string> => page.evaluate(() => JSON.stringify(localStorage))

test('when the frame reports a sign-out, the page is disconnected and forgets the account', async () => {
  const visitor = await visit(withoutWallet())
  try {
    const email = newAddress()
    const mail = await signIn(visitor, email)
    const address = await addressOf(visitor)
    expect(await kept(visitor)).toContain(email)
    // Deletes the secure site's storage, as browsers sometimes do.
    await frameOf(visitor).evaluate(async () => {
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
      localStorage.clear()
    })
    await visitor.page.reload()
    // The frame reports the sign-out before the page requests anything.
    await visitor.reads('status', 'disconnected')
    await until(async () => !(await kept(visitor)).includes(email))

    // To the wallet this is now a new device, which a link has to confirm.
    await visitor.open()
    const again = await askForCode(visitor, email, mail)
    await typeCode(visitor, again.code ?? '')
    const { link } = await mailTo(email, again)
    const mailbox = await visitor.context.newPage()
    await mailbox.goto(link ?? '')
    await mailbox.getByRole('button', { name: 'Confirm this device' }).click()
    await visitor.page.bringToFront()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('address', address)
  } finally {
    await visitor.end()
  }
})

test('a second code is refused 29 s after the first one, and sent after 31 s', async () => {
  const visitor = await visit({ ...withoutWallet(), prepare: (_, page) => page.clock.install() })
  const askedAt = () =>
    visitor.page.evaluate(() => Number(/"lastEmailLoginAt\\*":(\d+)/.exec(JSON.stringify(localStorage))?.[1]))
  try {
    const email = newAddress()
    await visitor.open()
    const first = await askForCode(visitor, email)
    await goesBack(visitor)
    const other = newAddress()
    await emailField(visitor).fill(other)
    await visitor.page.clock.setSystemTime((await askedAt()) + 29 * s)
    await emailField(visitor).press('Enter')
    await snack(visitor).getByText('Please try again after 1 seconds', { exact: true }).waitFor()
    expect(await boxes(visitor).count()).toBe(0)

    await visitor.page.clock.setSystemTime((await askedAt()) + 31 * s)
    const second = await askForCode(visitor, other)
    await typeCode(visitor, second.code ?? '')
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('status', 'connected')
    expect(first.id).not.toBe(second.id)
  } finally {
    await visitor.end()
  }
})
