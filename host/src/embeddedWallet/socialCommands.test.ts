/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fillBrowserGaps, polygon, solana } from '@portico/contracts/testing'
import { ALICE, evmUser, testEmbedded, turns } from '../../testing/embeddedWallet.ts'
import { dispatchMessage, outcome, SECURE } from '../../testing/frame.ts'

const s = 1_000
const RESULT = { resultUri: `${SECURE}/back?state=def` }

const testWallet = (situation: Partial<Parameters<typeof testEmbedded>[0]> = {}) =>
  testEmbedded({
    networks: [ethereum, polygon, solana],
    adapterOf: (namespace) => fakeAdapter({ namespace, connectors: [] }),
    ...situation,
  })

let wallet: ReturnType<typeof testEmbedded>
let leave: AbortController
beforeAll(fillBrowserGaps)
beforeEach(() => {
  jest.useFakeTimers()
  jest.spyOn(console, 'error').mockImplementation(() => {})
  leave = new AbortController()
})
afterEach(async () => {
  leave.abort()
  await wallet.dispose()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

/** The visitor has clicked Google, and its window is open. */
async function pressed() {
  wallet = testWallet({ hasSolana: false })
  wallet.at('ConnectingSocial')
  wallet.commands.openSocialPopup()
  const commands = await wallet.commands.embeddedWallet()
  const attempt = commands.startSocial('google', leave.signal)
  await wallet.load()
  const [popup] = wallet.popups
  if (!popup) throw new Error('no window was opened')
  return { ...attempt, popup }
}

/** The provider's URL is known, and the window has gone there. */
async function atProvider() {
  const attempt = await pressed()
  const requested = await wallet.asked('GET_SOCIAL_REDIRECT_URI')
  expect(requested.payload).toEqual({ provider: 'google' })
  await requested.succeed({ uri: 'https://accounts.example/login' })
  expect(attempt.popup.location.href).toBe('https://accounts.example/login')
  return attempt
}

const post = async (data: unknown, source: unknown, origin = SECURE) => {
  dispatchMessage(data, { source: source as MessageEventSource, origin })
  await turns()
}

test('once back on the secure site, the window is closed and the visitor is connected', async () => {
  const { popup, answered, connected } = await atProvider()
  await post(RESULT, popup)
  expect(await outcome(answered)).toEqual({ value: undefined })
  expect(popup.closed).toBe(true)
  const requested = await wallet.asked('CONNECT_SOCIAL')
  expect(requested.payload).toMatchObject({ uri: RESULT.resultUri, chainId: 1, preferredAccountType: 'smartAccount' })
  await requested.succeed(evmUser({ userName: 'ada' }))
  await connected
  expect(wallet.account()).toMatchObject({ accounts: [{ address: ALICE }], wallet: { name: 'Google' } })
  expect(wallet.store.getState().embeddedWallet).toMatchObject({ provider: 'google', userName: 'ada' })
  expect(wallet.events()).toEqual([
    'SOCIAL_LOGIN_STARTED',
    'SOCIAL_LOGIN_REQUEST_USER_DATA',
    'CONNECT_SUCCESS',
    'SOCIAL_LOGIN_SUCCESS',
  ])
})

test('closing the window ends the attempt, without a provider error', async () => {
  const { popup, connected } = await atProvider()
  popup.close()
  jest.advanceTimersByTime(1_300)
  expect(await outcome(connected)).toEqual({ code: 'social.popupClosed' })
  expect(wallet.events()).toEqual(['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_CANCELED'])
})

test('a result from a window that has just closed still counts', async () => {
  const { popup, answered } = await atProvider()
  popup.close()
  jest.advanceTimersByTime(600) // half a second has passed while the frame was loading
  await post(RESULT, popup)
  expect(await outcome(answered)).toEqual({ value: undefined })
})

test.each([
  ['does not open the window', null],
  ['closes the window at once', { closed: true } as Window],
])('a browser that %s counts as blocking the window', async (_, popup) => {
  wallet = testWallet()
  jest.spyOn(window, 'open').mockReturnValue(popup)
  wallet.commands.openSocialPopup()
  const { connected } = (await wallet.commands.embeddedWallet()).startSocial('google', leave.signal)
  expect(await outcome(connected)).toEqual({ code: 'social.popupBlocked' })
})

test('a window that was closed before the code had loaded does not count as blocked', async () => {
  wallet = testWallet()
  wallet.commands.openSocialPopup()
  wallet.popups[0]?.close()
  const { connected } = (await wallet.commands.embeddedWallet()).startSocial('google', leave.signal)
  expect(await outcome(connected)).toEqual({ code: 'social.popupClosed' })
})

test('a window is used only once: another attempt needs another click', async () => {
  const { popup, connected } = await atProvider()
  popup.close()
  jest.advanceTimersByTime(1_300)
  expect(await outcome(connected)).toEqual({ code: 'social.popupClosed' })
  const again = (await wallet.commands.embeddedWallet()).startSocial('google', leave.signal)
  expect(await outcome(again.connected)).toEqual({ code: 'social.popupBlocked' })
})

test('a result that the window posts from another origin ends the attempt', async () => {
  const { popup, connected } = await atProvider()
  await post(RESULT, popup, 'https://evil.example')
  expect(await outcome(connected)).toEqual({ code: 'social.untrustedOrigin' })
  expect(popup.closed).toBe(true)
  expect(wallet.told.at(-1)).toMatchObject({
    event: 'SOCIAL_LOGIN_ERROR',
    properties: { provider: 'google', message: 'Untrusted Origin' },
  })
})

test.each<[string, (popup: Window) => unknown, object, string]>([
  ['another window of the secure site', () => window, RESULT, SECURE],
  ['another window of the page, from another site', () => window, RESULT, 'https://evil.example'],
  ['no window', () => null, RESULT, SECURE],
  ['the window itself, with other content', (popup) => popup, { hello: 1 }, SECURE],
  ['the window itself, with other content, from its provider', (popup) => popup, { hello: 1 }, 'https://x.example'],
])('a message from %s is ignored', async (_, from, data, origin) => {
  const { popup, answered } = await atProvider()
  await post(data, from(popup), origin)
  expect(await outcome(answered)).toBe('pending')
})

test('a message that a script of the page has forged is ignored', async () => {
  const { popup, answered } = await atProvider()
  dispatchMessage(RESULT, { source: popup, origin: SECURE, isTrusted: false })
  await turns()
  expect(await outcome(answered)).toBe('pending')
})

test('a provider that refuses causes an error', async () => {
  const { popup, connected } = await atProvider()
  await post({ resultUri: `${SECURE}/back?error=access_denied` }, popup)
  expect(await outcome(connected)).toEqual({ code: 'social.failed' })
})

test("§9: requesting the provider's URL times out after 120 s", async () => {
  const { connected, popup } = await pressed()
  jest.advanceTimersByTime(118 * s)
  expect(await outcome(connected)).toBe('pending')
  jest.advanceTimersByTime(2 * s)
  await turns()
  expect(await outcome(connected)).toEqual({ code: 'social.timedOut' })
  expect(popup.closed).toBe(true)
})

test('an answer without a valid URL causes an error and closes the window', async () => {
  const { connected, popup } = await pressed()
  await (await wallet.asked('GET_SOCIAL_REDIRECT_URI')).succeed({ uri: 'javascript:alert(1)' })
  expect(await outcome(connected)).toEqual({ code: 'social.redirectMissing' })
  expect(popup.closed).toBe(true)
})

test('leaving the view closes the window, and a late result connects nothing', async () => {
  const { popup, connected } = await atProvider()
  leave.abort()
  await turns()
  expect(popup.closed).toBe(true)
  await post(RESULT, popup)
  expect(await outcome(connected)).toEqual({ code: 'frame.aborted' })
  expect(wallet.frame.names()).not.toContain('CONNECT_SOCIAL')
  expect(wallet.events()).toEqual(['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_CANCELED'])
})

describe('Farcaster', () => {
  async function begun() {
    wallet = testWallet({ hasSolana: false })
    wallet.at('ConnectingFarcaster')
    const attempt = (await wallet.commands.embeddedWallet()).startFarcaster(leave.signal)
    await wallet.load()
    await (await wallet.asked('GET_FARCASTER_URI')).succeed({ url: 'https://farcaster.example/c/1' })
    return attempt
  }

  test('the visitor is connected after approving on their phone', async () => {
    const { url, connected } = await begun()
    expect(await url).toBe('https://farcaster.example/c/1')
    await (await wallet.asked('CONNECT_FARCASTER')).succeed({ userName: 'ada' })
    await (await wallet.asked('GET_USER')).succeed(evmUser())
    await connected
    expect(wallet.store.getState().embeddedWallet).toMatchObject({ provider: 'farcaster', userName: 'ada' })
    leave.abort()
    await turns()
    expect(wallet.frame.names()).not.toContain('RELOAD')
  })

  test('a visitor who goes back ends the attempt, and the frame reloads', async () => {
    const { connected } = await begun()
    leave.abort()
    await turns()
    expect(await outcome(connected)).toEqual({ code: 'frame.aborted' })
    await (await wallet.asked('RELOAD')).succeed()
    expect(wallet.frame.names().at(-1)).toBe('SYNC_DAPP_DATA')
  })
  test('after a retry, going back reloads the frame only once', async () => {
    const { connected } = await begun()
    await (await wallet.asked('CONNECT_FARCASTER')).fail()
    expect(await outcome(connected)).toMatchObject({ code: 'frame.failed' })
    ;(await wallet.commands.embeddedWallet()).startFarcaster(leave.signal)
    await (await wallet.asked('GET_FARCASTER_URI')).succeed({ url: 'https://farcaster.example/c/2' })
    leave.abort()
    await turns()
    expect(wallet.frame.names().filter((name) => name === 'RELOAD')).toHaveLength(1)
  })
})
