/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fillBrowserGaps } from '@portico/contracts/testing'
import { evmUser, testEmbedded, turns } from '../../testing/embeddedWallet.ts'
import { outcome, SECURE } from '../../testing/frame.ts'
import { wayBack, withWayBack } from './socialRedirect.ts'

const PAGE = 'http://localhost/shop?item=3'
const RESULT = `${SECURE}/back?code=abc&state=def`
const withResult = (result: string) => `${PAGE}&result_uri=${encodeURIComponent(result)}`

let wallet: ReturnType<typeof testEmbedded>
let leave: AbortController
let went: unknown[][]
beforeAll(fillBrowserGaps)
beforeEach(() => {
  jest.useFakeTimers()
  jest.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  history.replaceState(null, '', PAGE)
  Object.assign(window, { TelegramWebviewProxy: {} })
  leave = new AbortController()
  went = []
  wallet = testEmbedded({
    networks: [ethereum],
    adapterOf: (namespace) => fakeAdapter({ namespace, connectors: [] }),
    hasSolana: false,
  })
  window.open = ((...requested: unknown[]) => {
    went.push(requested)
    return window
  }) as never
})
afterEach(async () => {
  Object.assign(window, { TelegramWebviewProxy: undefined })
  leave.abort()
  await wallet.dispose()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

/** A mini app's visitor has clicked GitHub. */
async function pressed() {
  wallet.at('ConnectingSocial')
  wallet.commands.openSocialPopup()
  const attempt = (await wallet.commands.embeddedWallet()).startSocial('github', leave.signal)
  await wallet.load()
  return attempt
}

/** The same, after the provider's URL has become known. */
async function left() {
  const attempt = await pressed()
  await (await wallet.asked('GET_SOCIAL_REDIRECT_URI')).succeed({ uri: 'https://github.example/a?state=s1&scope=x' })
  return attempt
}

const stored = () => wallet.services.storage.read('socialRedirect')

test('the page itself goes to the provider, with its own URL in the state', async () => {
  const { connected } = await left()
  expect(went).toEqual([[`https://github.example/a?state=s1--${encodeURIComponent(PAGE)}&scope=x`, '_top']])
  expect(stored()).toEqual({ provider: 'github' })
  expect(wallet.services.storage.read('connections')).toEqual([])
  expect(await outcome(connected)).toBe('pending')
})

test.each([
  ['is the whole address of the page', `${PAGE}#/pay`, `${PAGE}#/pay`],
  ['omits what Telegram reports about its visitor', `${PAGE}#tgWebAppData=user%3Dada`, PAGE],
])('the return URL %s', (_, href, expected) => expect(wayBack(href)).toBe(expected))

test('a provider URL without a state cannot lead back', () => {
  expect(withWayBack('https://github.example/a?estate=1#state=2', PAGE)).toBeUndefined()
  expect(withWayBack('https://github.example/a?x=1&state=$&', PAGE)).toContain('&state=$--')
})

test.each<[string, () => unknown, string]>([
  ['whose browser blocks the navigation', () => Object.assign(window, { open: () => null }), 'social.popupBlocked'],
  ['who leaves the view', () => leave.abort(), 'frame.aborted'],
])('a visitor %s stays on the page, with an error', async (_, act, code) => {
  const attempt = await pressed()
  act()
  await (await wallet.asked('GET_SOCIAL_REDIRECT_URI')).succeed({ uri: 'https://github.example/a?state=s1' })
  expect(await outcome(attempt.connected)).toEqual({ code })
  expect(went).toEqual([])
})

test("the visitor does not leave a mini app's page that the operator does not allow as a return target", async () => {
  const { connected } = await pressed()
  const uri = 'https://github.example/a?state=s1'
  await (await wallet.asked('GET_SOCIAL_REDIRECT_URI')).succeed({ uri, canLeadBack: false })
  expect(await outcome(connected)).toEqual({ code: 'social.popupFailed' })
  expect([went, stored()]).toEqual([[], undefined])
})

test('returning with the back button ends the attempt; a page that has not been left after 120 s times out', async () => {
  const { connected } = await left()
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(await outcome(connected)).toBe('pending')
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await turns()
  expect(await outcome(connected)).toEqual({ code: 'social.popupClosed' })

  const again = (await wallet.commands.embeddedWallet()).startSocial('github', leave.signal)
  await (await wallet.asked('GET_SOCIAL_REDIRECT_URI')).succeed({ uri: 'https://github.example/a?state=s1' })
  jest.advanceTimersByTime(120_000)
  await turns()
  expect(await outcome(again.connected)).toEqual({ code: 'social.timedOut' })
})

describe('the page to which the provider leads back', () => {
  /** The page is loaded with a result in its URL. */
  function comeBack(result: string, provider?: string) {
    if (provider) wallet.services.storage.write('socialRedirect', { provider })
    wallet.services.storage.write('connections', [])
    history.replaceState({ of: 'the site' }, '', withResult(result))
    return wallet.embeddedWallet.comeBack()
  }
  async function goOn(result: string) {
    expect(comeBack(result, 'github')).toEqual({ provider: 'github' })
    wallet.at('ConnectingSocial')
    const attempt = (await wallet.commands.embeddedWallet()).startSocial('github', leave.signal)
    return attempt
  }

  test("removes the result from its URL at once, and keeps the rest and the site's history state", () => {
    comeBack(RESULT, 'github')
    expect(location.href).toBe(PAGE)
    expect(history.state).toEqual({ of: 'the site' })
    expect(stored()).toBeUndefined()
    expect(wallet.services.storage.read('connections')).toBeUndefined()
  })

  test('connects with the result, but neither reports a start nor opens a window', async () => {
    const { connected } = await goOn(RESULT)
    await wallet.load()
    const requested = await wallet.asked('CONNECT_SOCIAL')
    expect(requested.payload).toMatchObject({ uri: RESULT })
    await requested.succeed(evmUser({ userName: 'ada' }))
    await connected
    expect(wallet.services.storage.read('login')).toMatchObject({ provider: 'github', userName: 'ada' })
    expect(wallet.events()).toEqual(['SOCIAL_LOGIN_REQUEST_USER_DATA', 'CONNECT_SUCCESS', 'SOCIAL_LOGIN_SUCCESS'])
    expect(went).toEqual([])
    expect(JSON.stringify(wallet.told)).not.toContain('code=abc')
  })

  test('shows that the provider has refused, and leaves again on a retry', async () => {
    const { connected } = await goOn(`${SECURE}/back?error=access_denied&state=def`)
    await turns()
    expect(await outcome(connected)).toEqual({ code: 'social.failed' })
    await left()
    expect(went).toHaveLength(1)
  })

  test('uses the result once, and not to sign in with another provider', async () => {
    comeBack(RESULT, 'google')
    await left()
    expect(went).toHaveLength(1)
  })

  test('ignores a result if this browser has begun no login', async () => {
    expect(comeBack(RESULT)).toEqual({})
    expect(location.href).toBe(PAGE)
    await left()
    expect(went).toHaveLength(1)
  })

  test('outside a mini app removes the result from its URL, and shows nothing', () => {
    Object.assign(window, { TelegramWebviewProxy: undefined })
    expect(comeBack(RESULT)).toBeUndefined()
    expect(location.href).toBe(PAGE)
  })

  test.each(['https://other.example/back?code=1', `${SECURE}/loading`, 'no address'])(
    'may have a `result_uri` of its own: %s',
    (result) => {
      expect(comeBack(result, 'github')).toBeUndefined()
      expect(location.href).toBe(withResult(result))
      expect(stored()).toEqual({ provider: 'github' })
    },
  )
})
