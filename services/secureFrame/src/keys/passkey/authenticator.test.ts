import { base64urlnopad } from '@scure/base'
import { createAuthenticator } from './authenticator.ts'

const OUTPUT = new Uint8Array(32).fill(7)
const known = { credentialId: 'A'.repeat(43), prfSalt: base64urlnopad.encode(new Uint8Array(32).fill(1)) }

interface Answers {
  readonly create?: () => unknown
  readonly get?: () => unknown
}

const credential = (prf: unknown) => ({
  rawId: base64urlnopad.decode(known.credentialId).slice().buffer,
  response: { getTransports: () => ['internal'] },
  getClientExtensionResults: () => ({ prf }),
})

/** A browser that gives these answers. */
function browser({ create = () => null, get = () => null }: Answers, has = true) {
  const requests: { name: string; publicKey: Record<string, unknown> }[] = []
  const call = (name: string, answer: () => unknown) => async (options: { publicKey: Record<string, unknown> }) => {
    requests.push({ name, publicKey: options.publicKey })
    return answer()
  }
  const page = new EventTarget()
  let isClosed = false
  const site = {
    addEventListener: page.addEventListener.bind(page),
    get closed() {
      return isClosed
    },
    location: { hostname: 'secure.example' },
    navigator: { credentials: { create: call('create', create), get: call('get', get) } },
    PublicKeyCredential: has ? class {} : undefined,
  }
  return {
    requests,
    site: site as never,
    authenticator: createAuthenticator(site as never),
    leave: () => page.dispatchEvent(new Event('pagehide')),
    close() {
      isClosed = true
    },
  }
}

const ask = ({ authenticator }: Pick<ReturnType<typeof browser>, 'authenticator'>) =>
  authenticator.ask([{ ...known, transports: ['usb'] }])
const make = ({ authenticator }: ReturnType<typeof browser>) =>
  authenticator.make({ subject: crypto.randomUUID(), userName: 'ada', known: [] })
const throwing = (name: string) => () => {
  throw new DOMException('', name)
}

test('only passkeys of this host are requested, each with its own salt, and with user verification', async () => {
  const page = browser({ get: () => credential({ results: { first: OUTPUT.buffer } }) })
  expect(await ask(page)).toEqual({ credentialId: known.credentialId, output: OUTPUT })
  expect(page.requests).toMatchObject([
    {
      name: 'get',
      publicKey: {
        rpId: 'secure.example',
        userVerification: 'required',
        allowCredentials: [{ type: 'public-key', transports: ['usb'] }],
        extensions: { prf: { evalByCredential: { [known.credentialId]: { first: new Uint8Array(32).fill(1) } } } },
      },
    },
  ])
})

test.each<[string, Answers, string]>([
  ['that its owner refuses', { get: throwing('NotAllowedError') }, 'refused'],
  ['that the browser forbids on this page', { get: throwing('SecurityError') }, 'unsupported'],
  ['without PRF', { get: () => credential(undefined) }, 'unsupported'],
  [
    'with a PRF of another length',
    { get: () => credential({ results: { first: new ArrayBuffer(16) } }) },
    'unsupported',
  ],
  ['without a credential', {}, 'unsupported'],
])('a passkey %s fails with the reason', async (_, answers, failure) => {
  await expect(ask(browser(answers))).rejects.toMatchObject({ failure })
})

test("a passkey is requested in the window where the visitor is, and that window's errors are understood", async () => {
  const { requests, site } = browser({})
  let there = browser({ get: () => credential({ results: { first: OUTPUT } }) })
  const authenticator = createAuthenticator(site, () => there.site)
  expect(await ask({ authenticator })).toMatchObject({ output: OUTPUT })
  expect([requests, there.requests.map(({ name }) => name)]).toEqual([[], ['get']])
  // An error from another window is not an instance of this window's classes.
  there = browser({ get: () => Promise.reject({ name: 'SecurityError' }) })
  await expect(ask({ authenticator })).rejects.toMatchObject({ failure: 'unsupported' })
})

describe('a passkey request in a separate window', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  test.each<[string, (there: ReturnType<typeof browser>) => unknown]>([
    ['that is left or reloaded', ({ leave }) => leave()],
    [
      'that is closed without an event',
      ({ close }) => {
        close()
        return jest.advanceTimersByTimeAsync(500)
      },
    ],
    ['in which the browser never answers', () => jest.advanceTimersByTimeAsync(65_000)],
  ])('%s counts as refused, although its promise never settles', async (_, end) => {
    const there = browser({ get: () => new Promise(() => {}) })
    const asking = ask({ authenticator: createAuthenticator(browser({}).site, () => there.site) })
    const refused = expect(asking).rejects.toMatchObject({ failure: 'refused' })
    await end(there)
    await refused
    expect(jest.getTimerCount()).toBe(0)
  })

  test('is awaited for at least a minute', async () => {
    let give = (_: unknown) => {}
    const there = browser({
      get: () =>
        new Promise((resolve) => {
          give = resolve
        }),
    })
    const asking = ask({ authenticator: createAuthenticator(browser({}).site, () => there.site) })
    await jest.advanceTimersByTimeAsync(60_000)
    give(credential({ results: { first: OUTPUT } }))
    expect(await asking).toMatchObject({ output: OUTPUT })
    expect(jest.getTimerCount()).toBe(0)
  })
})

test('a new passkey gives its output when it is created, or on a second request', async () => {
  const atOnce = browser({ create: () => credential({ enabled: true, results: { first: OUTPUT } }) })
  expect(await make(atOnce)).toMatchObject({ output: OUTPUT, transports: ['internal'] })
  expect(atOnce.requests.map(({ name }) => name)).toEqual(['create'])
  const later = browser({
    create: () => credential({ enabled: true }),
    get: () => credential({ results: { first: OUTPUT } }),
  })
  const { prfSalt, ...made } = await make(later)
  expect([made.output, prfSalt.length]).toEqual([OUTPUT, 43])
  expect(later.requests.map(({ name }) => name)).toEqual(['create', 'get'])
})

test.each<[string, Answers, string]>([
  ['there is already a passkey', { create: throwing('InvalidStateError') }, 'exists'],
  ['its owner refuses', { create: throwing('NotAllowedError') }, 'refused'],
  ['the authenticator has no PRF', { create: () => credential({ enabled: false }) }, 'unsupported'],
  ['no algorithm is supported', { create: throwing('NotSupportedError') }, 'unsupported'],
])('no passkey is made if %s', async (_, answers, failure) => {
  await expect(make(browser(answers))).rejects.toMatchObject({ failure })
})

test('an authenticator without PRF gets no request for its output', async () => {
  const page = browser({ create: () => credential({ enabled: false }) })
  await expect(make(page)).rejects.toMatchObject({ failure: 'unsupported' })
  expect(page.requests.map(({ name }) => name)).toEqual(['create'])
})

test('a browser without passkeys gets no request', async () => {
  const page = browser({}, false)
  expect(page.authenticator.isThere).toBe(false)
  await expect(ask(page)).rejects.toMatchObject({ failure: 'unsupported' })
  await expect(make(page)).rejects.toMatchObject({ failure: 'unsupported' })
  expect(page.requests).toEqual([])
})
