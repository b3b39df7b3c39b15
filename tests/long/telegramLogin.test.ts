import { addressOf, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { decideNewDevice } from '../browser/support/newDevices.ts'
import { isConnected, newPerson, pressProvider, providerButton, signInAs } from '../browser/support/socialLogin.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

jest.setTimeout(90_000)

afterAll(closeBrowser)

/** The same page, opened in Telegram. */
const miniApp = (options?: Readonly<Record<string, unknown>>): VisitOptions => ({
  ...withoutWallet(options),
  prepare: (context) => context.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} })),
})

const deny = ({ page }: Visit) => page.getByRole('button', { name: 'Deny' })
const button = ({ dialog }: Visit, name: string) => dialog.getByRole('button', { name })

/** Presses GitHub and waits for its page; in a mini app the page itself navigates there. */
async function leaveFor(visitor: Visit): Promise<void> {
  await visitor.open()
  await (await providerButton(visitor, 'github')).click()
  await deny(visitor).waitFor()
  expect(visitor.context.pages()).toHaveLength(1)
}

/** Expects that the page is back unchanged, and that its URL contains nothing of the provider's response. */
async function isBackOn(visitor: Visit, before: string): Promise<void> {
  await visitor.page.waitForURL((url) => url.origin === new URL(before).origin && !url.searchParams.has('result_uri'))
  const shown = new URL(visitor.page.url())
  expect([...shown.searchParams]).toEqual([...new URL(before).searchParams])
  expect(shown.hash).toBe(new URL(before).hash)
}

/** Blocks the visitor's page from following the first matching URL. @returns that URL */
async function holdBack({ context }: Visit, isIt: (url: URL) => boolean, act: () => Promise<unknown>): Promise<string> {
  const held = new Promise<string>((resolve) => {
    // An aborted navigation leaves the visitor where they are.
    void context.route(isIt, async (route) => {
      await route.fulfill({ status: 204 })
      resolve(route.request().url())
    })
  })
  await act()
  const url = await held
  await context.unroute(isIt)
  return url
}

const isResult = (url: URL) => url.searchParams.has('result_uri')

test('a mini app navigates to the provider, returns and has the same wallet as with the pop-up', async () => {
  const person = newPerson()
  await visiting(miniApp(), async (visitor) => {
    await visitor.page.evaluate(() => history.replaceState(null, '', '#/checkout'))
    const before = visitor.page.url()
    await leaveFor(visitor)
    await signInAs(visitor.page, person)
    await isBackOn(visitor, before)
    await visitor.reads('status', 'connected')
    await isConnected(visitor)
    const address = await addressOf(visitor)
    await visitor.page.reload()
    await visitor.reads('address', address)
    // The provider's page has no icon, which some browsers request.
    expect(visitor.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
    await visiting(withoutWallet(), async (other) => {
      await other.open()
      await signInAs(await pressProvider(other, 'github'), person)
      await other.dialog.getByText('Your wallet doesn’t recognize this device.').waitFor()
      await decideNewDevice(visitor, 'confirm')
      await isConnected(other)
      await other.reads('address', address)
    })()
  })()
})

test(
  'Telegram data about the visitor goes to no provider',
  visiting(miniApp(), async (visitor) => {
    await visitor.page.evaluate(() => history.replaceState(null, '', '#tgWebAppData=user%3Dada&tgWebAppVersion=9.1'))
    await leaveFor(visitor)
    const asked = visitor.requests.filter((url) => url.startsWith(stack.urls.identityProvider))
    expect(asked.join()).toContain('--http')
    expect(asked.join()).not.toContain('tgWebApp')
  }),
)

test(
  'a sign-in denied at the provider is reported on the page, and can be retried',
  visiting(miniApp(), async (visitor) => {
    const before = visitor.page.url()
    await leaveFor(visitor)
    await deny(visitor).click()
    await visitor.sees('You weren’t logged in with GitHub.')
    await isBackOn(visitor, before)
    await visitor.reads('status', 'disconnected')
    await button(visitor, 'Try again').click()
    await deny(visitor).waitFor()
    await signInAs(visitor.page, newPerson())
    await isBackOn(visitor, before)
    await visitor.reads('status', 'connected')
  }),
)

test(
  'after the Back button of the browser the visitor can press again',
  visiting(miniApp(), async (visitor) => {
    const before = visitor.page.url()
    await leaveFor(visitor)
    await visitor.page.goBack()
    await isBackOn(visitor, before)
    await visitor.reads('status', 'disconnected')
    if (!(await visitor.dialog.isVisible())) await visitor.open()
    await (await providerButton(visitor, 'github')).click()
    await deny(visitor).waitFor()
    await signInAs(visitor.page, newPerson())
    await visitor.reads('status', 'connected')
  }),
)

test(
  'a redirect to another site is not followed',
  visiting(miniApp(), async (visitor) => {
    await visitor.open()
    const github = await providerButton(visitor, 'github')
    const isLeaving = (url: URL) => url.origin === stack.urls.identityProvider && url.searchParams.has('state')
    const asked = await holdBack(visitor, isLeaving, () => github.click())
    const tampered = asked.replace(/--[^&]*/, `--${encodeURIComponent('https://evil.example/')}`)
    expect(tampered).not.toBe(asked)
    await visitor.page.goto(tampered)
    await signInAs(visitor.page, newPerson())
    await visitor.page.getByText('This window lost its connection to the page that opened it.').waitFor()
    expect(visitor.page.url()).toBe(`${stack.urls.secureSite}/back`)
    expect(visitor.requests.filter((url) => url.startsWith('https://evil.example'))).toEqual([])
  }),
)

describe('a link with the login result of another person', () => {
  let link = ''
  beforeAll(
    visiting(miniApp(), async (attacker) => {
      await leaveFor(attacker)
      link = await holdBack(attacker, isResult, () => signInAs(attacker.page, newPerson()))
    }),
  )

  test(
    'does not sign in a visitor who has started no login',
    visiting(miniApp(), async (visitor) => {
      const before = visitor.page.url()
      await visitor.page.goto(link)
      await visitor.page.locator('button[data-portico]').first().click()
      await visitor.sees('Something went wrong')
      await isBackOn(visitor, before)
      await visitor.reads('status', 'disconnected')
      await button(visitor, 'Choose another option').click()
      await (await providerButton(visitor, 'github')).click()
      await deny(visitor).waitFor()
    }),
  )

  test(
    'does not sign in a visitor who has started a login',
    visiting(miniApp(), async (visitor) => {
      const before = visitor.page.url()
      await leaveFor(visitor)
      await visitor.page.goto(link)
      await visitor.sees('You weren’t logged in with GitHub.')
      await isBackOn(visitor, before)
      await visitor.reads('status', 'disconnected')
    }),
  )
})
