import { DEFAULT_SOCIALS } from '../../shared-contracts/src/limits.ts'
import type { SocialProvider } from '../../shared-contracts/src/socialProviders.ts'
import { withoutWallet } from '../browser/support/embeddedWallet.ts'
import {
  agreeElsewhere,
  finishIn,
  isConnected,
  newPerson,
  pressProvider,
  providerButton,
  shownLink,
  signInAs,
  windowOf,
} from '../browser/support/socialLogin.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

jest.setTimeout(90_000)

afterAll(closeBrowser)

const button = ({ dialog }: Visit, name: string) => dialog.getByRole('button', { name })

/** Expects that the window reports an error, and that one press opens the provider's window again, which then works. */
async function succeedsByTryAgain(visitor: Visit): Promise<void> {
  await visitor.sees('Something went wrong')
  await visitor.reads('status', 'disconnected')
  const popup = await windowOf(visitor, () => button(visitor, 'Try again').click())
  await finishIn(popup, visitor, newPerson())
}

/** Expects that Connect is shown again without a message, and that the same button works. */
async function succeedsFromConnect(visitor: Visit, provider: SocialProvider): Promise<void> {
  await visitor.view('Connect').waitFor()
  expect(await visitor.page.getByRole('alert').allInnerTexts()).toEqual([])
  await visitor.reads('status', 'disconnected')
  await finishIn(await pressProvider(visitor, provider), visitor, newPerson())
}

/** A visitor without a wallet, who cannot reach a URL until it is restored. */
function behindCutLine(url: string) {
  const line = { isDown: true }
  const prepare: VisitOptions['prepare'] = (context) =>
    context.route(url, (route) => (line.isDown ? route.abort() : route.continue()))
  return { line, options: { ...withoutWallet(), prepare } }
}

test.each([
  ['google', 'Google'],
  ['apple', 'Apple'],
  ['x', 'X'],
] as const)('a sign-in denied at %s is reported, and can be retried', (provider, name) =>
  visiting(withoutWallet(), async (visitor) => {
    await visitor.open()
    const popup = await pressProvider(visitor, provider)
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Deny' }).click()
    await closed
    await visitor.sees(`You weren’t logged in with ${name}.`)
    await succeedsByTryAgain(visitor)
  })(),
)

test(
  'closing the provider window returns to the previous view',
  visiting(withoutWallet(), async (visitor) => {
    await visitor.open()
    const popup = await pressProvider(visitor, 'discord')
    await popup.getByRole('button', { name: 'Deny' }).waitFor()
    await popup.close()
    await succeedsFromConnect(visitor, 'discord')
  }),
)

test('a window closed very early counts as closed by the visitor, not as blocked by the browser', () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // Delays the view that continues with the window.
  const prepare: VisitOptions['prepare'] = (context) =>
    context.route(`${stack.urls.remotes.socials}/*/[0-9a-f]*.js`, async (route) => {
      await released
      await route.continue()
    })
  return visiting({ ...withoutWallet(), prepare }, async (visitor) => {
    await visitor.open()
    const popup = await pressProvider(visitor, 'google')
    await popup.close()
    release()
    await succeedsFromConnect(visitor, 'google')
  })()
})

test('a blocked window is reported, and one press opens it', () => {
  const prepare: VisitOptions['prepare'] = (context) =>
    context.addInitScript(() => {
      const { open } = window
      window.open = () => {
        window.open = open
        return null
      }
    })
  return visiting({ ...withoutWallet(), prepare }, async (visitor) => {
    await visitor.open()
    await (await providerButton(visitor, 'google')).click()
    await visitor.sees('The window didn’t open')
    const popup = await windowOf(visitor, () => button(visitor, 'Open Google').click())
    await finishIn(popup, visitor, newPerson())
  })()
})

test('closing the window of an unreachable provider returns to Connect', () => {
  const { line, options } = behindCutLine(`${stack.urls.identityProvider}/**`)
  return visiting(options, async (visitor) => {
    await visitor.open()
    const popup = await pressProvider(visitor, 'github')
    await popup.waitForEvent('requestfailed')
    await popup.close()
    line.isDown = false
    await succeedsFromConnect(visitor, 'github')
  })()
})

test.each([
  ['start', 'before the provider has been asked'],
  ['finish', 'after the visitor has signed in there'],
])('an unreachable login service (%s) %s is reported, and can be retried', (step) => {
  const { line, options } = behindCutLine(`${stack.urls.services}/login/v1/social/${step}*`)
  return visiting(options, async (visitor) => {
    await visitor.open()
    const popup = await pressProvider(visitor, 'github')
    if (step === 'finish') await signInAs(popup, newPerson())
    await visitor.sees('Something went wrong')
    if (!popup.isClosed()) await popup.waitForEvent('close')
    line.isDown = false
    await succeedsByTryAgain(visitor)
  })()
})

test('if Farcaster is unreachable, the visitor learns that and can retry', () => {
  const { line, options } = behindCutLine(`${stack.urls.services}/login/v1/farcaster/start*`)
  return visiting(options, async (visitor) => {
    await visitor.open()
    await (await providerButton(visitor, 'farcaster')).click()
    await visitor.sees('Something went wrong')
    line.isDown = false
    await button(visitor, 'Try again').click()
    await agreeElsewhere(visitor, await shownLink(visitor), 'hedy')
    await isConnected(visitor)
  })()
})

describe('in a mini app of Telegram', () => {
  const miniApp = (userAgent: string): VisitOptions => ({
    ...withoutWallet(),
    userAgent,
    prepare: (context) => context.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} })),
  })

  test.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15', ['google']],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', ['x']],
    ['Android', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36', ['x', 'facebook']],
  ])('on %s providers that do not work there are not offered', (_, userAgent, hidden) =>
    visiting(miniApp(userAgent), async (visitor) => {
      await visitor.open()
      await (await providerButton(visitor, 'apple')).waitFor()
      const buttons = visitor.dialog.getByTestId(/^social-selector-(?!more)/)
      const shown = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('data-testid')))
      const offered = DEFAULT_SOCIALS.filter((id) => !hidden.includes(id))
      expect(shown).toEqual(offered.map((id) => `social-selector-${id}`))
    })(),
  )
})
