/** @jest-environment jsdom */
import {
  addErrors,
  type EmbeddedWalletCommands,
  type ErrorCode,
  ModalError,
  type SocialAttempt,
  type SocialProvider,
} from '@portico/contracts'
import { embeddedWalletErrors } from '@portico/contracts/embeddedWallet/errorTexts'
import { fakeEmbeddedWallet, fakeHost, inHost, render, renderView, unmountAll } from '@portico/contracts/testing'
import { act, StrictMode } from 'react'
import remote from '../remote.ts'
import ConnectingSocial from './ConnectingSocial.tsx'

addErrors(embeddedWalletErrors)
afterEach(unmountAll)

const never = new Promise<void>(() => {})
const waiting: SocialAttempt = { answered: never, connected: never }
const failed = (code: ErrorCode): SocialAttempt => ({
  answered: Promise.reject(new ModalError(code)),
  connected: Promise.reject(new ModalError(code)),
})

/** A wallet that gives these answers in order. */
function setUp(...answers: (() => SocialAttempt)[]) {
  const started: { provider: SocialProvider; signal: AbortSignal }[] = []
  const startSocial: EmbeddedWalletCommands['startSocial'] = (provider, signal) => {
    started.push({ provider, signal })
    return (answers[started.length - 1] ?? (() => waiting))()
  }
  const host = fakeHost({ remote, embeddedWallet: fakeEmbeddedWallet({ startSocial }) })
  const life = new AbortController()
  const show = (provider = 'github') =>
    renderView(ConnectingSocial, { host, params: { provider }, signal: life.signal })
  return { host, life, started, show }
}

test("the visitor is sent to the provider's window", async () => {
  const { started, show, life } = setUp()
  const view = await show()
  expect(view.names('p')).toEqual(['Log in with GitHub', 'Connect in the provider window'])
  expect(started).toEqual([{ provider: 'github', signal: life.signal }])
})

test('a Telegram mini app has no windows, so the page itself goes to the provider', async () => {
  Object.assign(window, { TelegramWebviewProxy: {} })
  try {
    const view = await setUp().show()
    expect(view.names('p')).toEqual(['Log in with GitHub', 'Taking you to GitHub'])
  } finally {
    Object.assign(window, { TelegramWebviewProxy: undefined })
  }
})

test("after the provider's answer, the visitor's data is fetched", async () => {
  const { show } = setUp(() => ({ answered: Promise.resolve(), connected: never }))
  expect((await show()).names('p')).toEqual(['Log in with GitHub', 'Retrieving user data'])
})

test('after the window was closed, the view goes back without a message', async () => {
  const { show } = setUp(() => failed('social.popupClosed'))
  expect((await show()).host.asked).toEqual([['back']])
})

test('after an answer from an untrusted origin, the view goes back with a message', async () => {
  const { show } = setUp(() => failed('social.untrustedOrigin'))
  expect((await show()).host.asked).toEqual([['back'], ['showSnack', { variant: 'error', text: 'Untrusted Origin' }]])
})

test('a blocked window is opened by the next press', async () => {
  const { show, started } = setUp(() => failed('social.popupBlocked'))
  const view = await show()
  expect(view.text()).toContain('The window didn’t open')
  await view.press('Open GitHub')
  expect(view.host.asked).toEqual([['openSocialPopup']])
  expect(started).toHaveLength(2)
  expect(view.names('p')).toEqual(['Log in with GitHub', 'Connect in the provider window'])
})

test('a failure is shown, and one press restarts in a new window', async () => {
  const { show, started } = setUp(() => failed('social.timedOut'))
  const view = await show()
  expect(view.names('[role=alert] p')).toEqual(['Something went wrong', 'Social login timed out. Please try again.'])
  await act(async () => {
    const again = view.button('Try again')
    again.click()
    again.click()
  })
  expect(view.host.asked).toEqual([['openSocialPopup']])
  expect(started).toHaveLength(2)
})

test('a refusal names the provider', async () => {
  const { show } = setUp(() => failed('social.failed'))
  const view = await show()
  expect(view.names('[role=alert] p')).toEqual(['Something went wrong', 'You weren’t logged in with GitHub.'])
})

test('an embedded wallet that cannot be loaded is a failure like any other', async () => {
  const host = fakeHost({ remote })
  const embeddedWallet = () => Promise.reject(new ModalError('remote.unreachable'))
  const broken = { ...host, context: { ...host.context, commands: { ...host.context.commands, embeddedWallet } } }
  const view = await renderView(ConnectingSocial, { host: broken, params: { provider: 'x' } })
  expect(view.text()).toContain('Couldn’t load this feature')
  expect(view.button('Try again')).toBeDefined()
})

test("rendered twice, as in React's strict mode, the view makes one attempt and goes back once", async () => {
  const { host, life, started } = setUp(() => failed('social.popupClosed'))
  await render(
    inHost(
      host,
      <StrictMode>
        <ConnectingSocial params={{ provider: 'google' }} signal={life.signal} />
      </StrictMode>,
    ),
  )
  expect(started).toHaveLength(1)
  expect(host.asked).toEqual([['back']])
})

test('a view that was covered continues its attempt', async () => {
  const { show, started } = setUp(() => ({ answered: Promise.resolve(), connected: never }))
  await show()
  await unmountAll()
  expect((await show()).text()).toContain('Retrieving user data')
  expect(started).toHaveLength(1)
})

test('leaving before the wallet loads starts nothing', async () => {
  const { show, started, life, host } = setUp()
  life.abort()
  await show()
  expect(started).toEqual([])
  expect(host.asked).toEqual([])
})

test('a late response does not move a visitor who has left', async () => {
  let close = (_: unknown): void => {}
  const later = new Promise<void>((_, reject) => {
    close = reject
  })
  const { show, life, host } = setUp(() => ({ answered: later, connected: later }))
  await show()
  life.abort()
  await act(async () => close(new ModalError('social.popupClosed')))
  expect(host.asked).toEqual([])
})

test.each(['farcaster', 'myspace', ''])(
  'opened for the invalid provider %j, the view offers another way to continue',
  async (provider) => {
    const { show, started } = setUp()
    const view = await show(provider)
    await view.press('Choose another option')
    expect(view.host.asked).toEqual([['replace', 'ConnectSocials']])
    expect(started).toEqual([])
  },
)
