import type { Route } from 'playwright-core'
import { approval, approveButton, asks, frameOf, outcome, showApproval } from '../browser/support/approvals.ts'
import {
  approve,
  askForCode,
  emailField,
  inFrame,
  newAddress,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { startOwnLogin } from '../browser/support/ownLogin.ts'
import { visitWithOwnProcess } from '../browser/support/ownProcess.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/** Parts of the embedded wallet are slow or down, or restart; the visitor sees that, and the next attempt works. */

jest.setTimeout(90_000)
afterAll(closeBrowser)

const AS_EOA = { defaultAccountTypes: { eip155: 'eoa' } }
const AS_ITSELF = withoutWallet(AS_EOA)
const NOT_LOADED = 'Unable to load email login dependency'
const MAIL_FAILED = 'Couldn’t send the email. Try again.'
const STOPPED = 'The wallet stopped and was restarted. Check your activity before you try again.'
const ABORTED = { code: -32603, message: 'Request was aborted' }

/** A route that the test opens, closes or holds. */
function gate() {
  const held: Route[] = []
  const state = { how: 'open' as 'open' | 'shut' | 'held' | 503 }
  return {
    state,
    held,
    async answer(route: Route) {
      if (state.how === 503) await route.fulfill({ status: 503, contentType: 'application/json', body: '{}' })
      else if (state.how === 'shut') await route.abort()
      else if (state.how === 'held') held.push(route)
      else await route.continue()
    },
    async release() {
      state.how = 'open'
      for (const route of held.splice(0)) await route.continue().catch(() => {})
    },
  }
}

/** A visitor with a gate before a URL, and a clock that the test can advance. */
async function behind(url: string) {
  const between = gate()
  const visitor = await visit({
    ...AS_ITSELF,
    async prepare(context, page) {
      await context.route(url, between.answer)
      await page.clock.install()
    },
  })
  return { visitor, between }
}

const frameUrl = () => `${stack.urls.secureSite}/sdk*`
const alert = ({ dialog }: Visit) => dialog.getByTestId('wui-alertbar-text')
const snack = ({ dialog }: Visit) => dialog.getByTestId('wui-snackbar-message')

async function types(visitor: Visit, address: string): Promise<void> {
  await visitor.open()
  await emailField(visitor).fill(address)
  await emailField(visitor).press('Enter')
}

test('if the frame is blocked, Connect and an alert for the site owner say so; the second attempt succeeds', async () => {
  const { visitor, between } = await behind(frameUrl())
  try {
    between.state.how = 'shut'
    const email = newAddress()
    await types(visitor, email)
    await snack(visitor).getByText(NOT_LOADED).waitFor()
    await alert(visitor).getByText(`${NOT_LOADED} APKT003`).waitFor()

    await between.release()
    await askForCode(visitor, email)
  } finally {
    await visitor.end()
  }
})

test.each([
  ['19 s is waited for', 19_000, false],
  ['21 s is reported as failed, and works once it has loaded', 21_000, true],
])('a frame that takes %s', async (_, waitMs, isTooLate) => {
  const { visitor, between } = await behind(frameUrl())
  try {
    between.state.how = 'held'
    const email = newAddress()
    const held = visitor.page.waitForRequest(frameUrl())
    await types(visitor, email)
    await held
    await visitor.page.clock.fastForward(waitMs)
    if (isTooLate) await snack(visitor).getByText(NOT_LOADED).waitFor()
    await between.release()
    // A slow frame continues, but after a reported failure the visitor has to ask again.
    if (isTooLate) await askForCode(visitor, email)
    else {
      await visitor.page.getByTestId('wui-otp-input').waitFor()
      expect(await alert(visitor).count()).toBe(0)
    }
  } finally {
    await visitor.end()
  }
})

test('while the login service is down the window says so; a retry works, and a reload before the code loses nothing', async () => {
  const { visitor, between } = await behind(`${stack.urls.services}/login/v1/**`)
  try {
    const email = newAddress()
    between.state.how = 503
    await types(visitor, email)
    await snack(visitor).getByText(MAIL_FAILED).waitFor()
    expect(await visitor.page.getByTestId('wui-otp-input').count()).toBe(0)
    expect(await emailField(visitor).inputValue()).toBe(email)
    await between.release()
    const first = await askForCode(visitor, email)

    await visitor.page.reload()
    await visitor.reads('status', 'disconnected')
    // A second code so soon exceeds the limit, and the window says how long to wait.
    await types(visitor, email)
    await snack(visitor).getByText(/\d+ s/).waitFor()
    // Only the date changes, so that time limits for the frame do not expire.
    await visitor.page.clock.setSystemTime(Date.now() + 31_000)
    const { code = '' } = await askForCode(visitor, email, first)
    await typeCode(visitor, code)
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('status', 'connected')
  } finally {
    await visitor.end()
  }
})

test.each(['authShares', 'recoveryShares'] as const)(
  'while %s is down signing up fails with a message; when it is back the same visitor gets a wallet',
  async (store) => {
    const { visitor, between } = await behind(`${stack.urls[store]}/**`)
    try {
      const email = newAddress()
      await visitor.open()
      const mail = await askForCode(visitor, email)
      between.state.how = 'shut'
      await typeCode(visitor, mail.code ?? '')
      await visitor.dialog.getByRole('alert').waitFor()
      await visitor.reads('status', 'disconnected')
      await between.release()
      await visitor.dialog.getByRole('button', { name: /^(Try again|Send a new link)$/ }).click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('status', 'connected')
    } finally {
      await visitor.end()
    }
  },
)

test('while the mail server is down the window says so, keeps the address, and the next attempt sends a code', async () => {
  const login = await startOwnLogin()
  const visitor = await visit({ ...AS_ITSELF, prepare: login.takesOver })
  try {
    await login.endMail()
    const email = 'grace@mail.example'
    await types(visitor, email)
    await snack(visitor).getByText(MAIL_FAILED).waitFor()
    expect(await visitor.page.getByTestId('wui-otp-input').count()).toBe(0)
    expect(await emailField(visitor).inputValue()).toBe(email)
    await login.beginMail()
    await emailField(visitor).press('Enter')
    await visitor.page.getByTestId('wui-otp-input').waitFor()
    expect(login.mails()).toHaveLength(1)
    expect(login.lastCode()).toMatch(/^\d{6}$/)
  } finally {
    await visitor.end()
    await login.end()
  }
})

describe('a frame whose process is killed', () => {
  const signs = async (visitor: Visit, asked: number) => {
    await approve(visitor)
    expect(await outcome(visitor, asked)).toMatch(/^0x[\da-f]{130}$/)
    await visitor.dialog.waitFor({ state: 'detached' })
  }

  test('during a request rejects it: window and page get the error, and the next request is shown and signed', async () => {
    const { visitor, kill, end } = await visitWithOwnProcess(AS_EOA)
    try {
      await signIn(visitor, newAddress())
      const asked = await showApproval(visitor)
      const same = await kill()
      expect(await outcome(same, asked)).toEqual({ code: -32603, message: STOPPED })
      await same.view('ApproveTransaction').getByRole('alert').getByText(STOPPED).waitFor()
      await same.view('ApproveTransaction').getByRole('button', { name: 'Close' }).click()
      await same.dialog.waitFor({ state: 'detached' })
      await same.reads('status', 'connected')
      await signs(same, await asks(same, 'personal_sign'))
    } finally {
      await end()
    }
  })

  test('while idle goes unnoticed: the next request is shown and signed', async () => {
    const { visitor, kill, end } = await visitWithOwnProcess(AS_EOA)
    try {
      await signIn(visitor, newAddress())
      const same = await kill()
      // Advances the page's clock by a minute; the frame's own clock, which decides about approval, runs on.
      await same.page.evaluate(() => {
        const { now } = Date
        Date.now = () => now() + 60_000
      })
      await signs(same, await asks(same, 'personal_sign'))
      await same.reads('status', 'connected')
    } finally {
      await end()
    }
  })
})

describe('while a request waits for approval', () => {
  /** The visitor of all tests, who signs in once because codes per client and hour are limited. */
  let visitor: Visit
  beforeAll(async () => {
    visitor = await visit(AS_ITSELF)
    await signIn(visitor, newAddress())
  })
  beforeEach(async () => {
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
  })
  afterAll(() => visitor?.end())

  async function isFineAgain(): Promise<void> {
    const asked = await asks(visitor, 'personal_sign')
    await approve(visitor)
    expect(await outcome(visitor, asked)).toMatch(/^0x[\da-f]{130}$/)
  }

  test('a restart of the frame rejects the request, and the next request works', async () => {
    const asked = await showApproval(visitor)
    await frameOf(visitor)
      .evaluate(() => location.reload())
      .catch(() => {})
    expect(await outcome(visitor, asked)).toMatchObject(ABORTED)
    await visitor.dialog.waitFor({ state: 'detached' })
    await isFineAgain()
  })

  test.each([
    ['closes the window', (of: Visit) => of.close()],
    ['presses Escape', (of: Visit) => of.page.keyboard.press('Escape')],
  ])('a visitor who %s rejects the request, and the frame drops it', async (_, leave) => {
    const asked = await showApproval(visitor)
    await leave(visitor)
    expect(await outcome(visitor, asked)).toMatchObject({ code: expect.any(Number) })
    await visitor.dialog.waitFor({ state: 'detached' })
    await approval(visitor).waitFor({ state: 'detached' })
    await isFineAgain()
  })

  test('queued requests are shown next, and all of them are rejected when the window is closed', async () => {
    const first = await showApproval(visitor)
    const more = await Promise.all([asks(visitor, 'personal_sign', 'second'), asks(visitor, 'personal_sign', 'third')])
    await inFrame(visitor).getByTestId('reject').click()
    expect(await outcome(visitor, first)).toMatchObject({ code: 4001 })
    await inFrame(visitor).getByText('second').waitFor()
    await approveButton(visitor, true).waitFor()
    await visitor.close()
    for (const asked of more) expect(await outcome(visitor, asked)).toMatchObject(ABORTED)
    await isFineAgain()
  })

  test('on a small phone all of the request is visible, and so is the close button', async () => {
    await visitor.page.setViewportSize({ width: 375, height: 560 })
    const asked = await showApproval(visitor)
    await visitor.stands()
    const frame = await visitor.page.locator('iframe[name=w3m-secure-iframe]').boundingBox()
    const close = await visitor.page.getByTestId('w3m-header-close').boundingBox()
    expect(frame?.y).toBeGreaterThanOrEqual((close?.y ?? 560) + (close?.height ?? 0))
    expect(frame).toMatchObject({ x: 0, width: 375 })
    expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBe(560)
    await approve(visitor)
    expect(await outcome(visitor, asked)).toMatch(/^0x/)
    await visitor.page.setViewportSize({ width: 1280, height: 800 })
  })

  test('leaving the page drops the request', async () => {
    await showApproval(visitor)
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    expect(await approval(visitor).count()).toBe(0)
    await isFineAgain()
  })
})
