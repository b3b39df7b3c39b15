import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CaipNetworkId, ModalError } from '@portico/contracts'
import { AnalyticsEvent } from '@portico/contracts/services/analytics'
import { ADDRESS, connectionWith, ethereum, fakeAdapter, polygon } from '@portico/contracts/testing'
import { parse } from 'valibot'
import { createTestStore } from '../../testing/store.ts'
import { connected } from '../connections/connectionsSlice.ts'
import { alertOnce, errorMet, selectAlert } from '../feedbackSlice.ts'
import type { PorticoOptions } from '../options/types.ts'
import { createEvents } from '../site/events.ts'
import type { PublicEvent } from '../site/publicApi.ts'
import { eventNames, propertyNames } from './eventTable.ts'
import { sendEvents, WAITING_MAX } from './sendEvents.ts'

const HOST = 'https://host.example/'
const PAGE = 'https://shop.example/checkout?token=secret#step-2'
const PROJECT = { projectId: 'demo', st: 'appkit', sv: 'html-ethers-1.7.19' }

/** A service that follows services.md §4.4 and §6. */
let server: Server
let api: string
let config: (response: ServerResponse) => void
let eventStatus: number
let received: { readonly type: string | undefined; readonly query: object; readonly event: AnalyticsEvent }[]
let configRequests: number
let arrived: () => void

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
    if (pathname === '/getAnalyticsConfig') {
      configRequests++
      config(response)
      return
    }
    if (pathname === '/later') {
      response.end()
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const event = parse(AnalyticsEvent, JSON.parse(Buffer.concat(chunks).toString()))
    const { 'content-type': type, cookie } = request.headers
    expect([request.method, pathname, cookie]).toEqual(['POST', '/e', undefined])
    received.push({ type, query: Object.fromEntries(searchParams), event })
    json({}, eventStatus)(response)
    arrived()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  Object.assign(globalThis, { location: new URL(PAGE) })
})
afterAll(() => new Promise((done) => server.close(done)))

const undo: (() => void)[] = []
beforeEach(() => {
  received = []
  configRequests = 0
  eventStatus = 202
  config = json({ isAnalyticsEnabled: true })
  arrived = () => {}
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  for (const one of undo.splice(0)) one()
  jest.restoreAllMocks()
})

/** Waits until the services have received this many events. */
const untilReceived = (count: number) =>
  new Promise<void>((done) => {
    arrived = () => received.length >= count && done()
    arrived()
  })

/** Lets requests in flight finish, by sending further ones and awaiting them. */
async function settled() {
  for (let turn = 0; turn < 3; turn++) await fetch(`${api}later`, { method: 'POST' })
}

function modal({ earlier = [], ...options }: Partial<PorticoOptions> & { earlier?: readonly PublicEvent[] } = {}) {
  const events = createEvents()
  events.release()
  const networks = [ethereum, polygon]
  const test = createTestStore({
    adapters: [fakeAdapter()],
    networks,
    options: { endpoints: { api, analytics: api }, ...options },
  })
  Object.assign(test.services, { track: events.track })
  const start = () => {
    const stop = sendEvents({ events, earlier, store: test.store, context: { host: HOST, sdkVersion: PROJECT.sv } })
    undo.push(stop)
    return stop
  }
  return { ...test, events, start }
}

const sent = () => received.map(({ event }) => event.props.event)
const propsOf = (event: string) => received.find((one) => one.event.props.event === event)?.event.props

test('each event is one request with the common parameters and the body of services.md §6', async () => {
  const { events, start } = modal()
  start()
  const before = Date.now()
  events.track('MODAL_OPEN', { connected: false })
  await untilReceived(1)
  const [only] = received
  expect(only?.query).toEqual(PROJECT)
  expect(only?.type).toBe('text/plain;charset=UTF-8')
  expect(only?.event).toEqual({
    eventId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
    url: 'https://shop.example/checkout',
    domain: 'shop.example',
    timestamp: expect.any(Number),
    props: {
      type: 'track',
      event: 'MODAL_OPEN',
      properties: { connected: false, caipNetworkId: 'eip155:1' satisfies CaipNetworkId },
    },
  })
  expect(only?.event.timestamp).toBeGreaterThanOrEqual(before)
  expect(configRequests).toBe(1)
})

test("each event from before the services' response is sent exactly once", async () => {
  const { events, start } = modal({ earlier: [{ timestamp: 1, data: { event: 'INITIALIZE' } }] })
  let answer = () => {}
  config = (response) => {
    answer = () => json({ isAnalyticsEnabled: true })(response)
    arrived()
  }
  const requested = new Promise<void>((done) => {
    arrived = done
  })
  start()
  events.track('MODAL_OPEN', { connected: false })
  await requested
  expect(received).toEqual([])
  answer()
  await untilReceived(2)
  events.track('MODAL_CLOSE', { connected: false })
  await untilReceived(3)
  expect(sent().sort()).toEqual(['INITIALIZE', 'MODAL_CLOSE', 'MODAL_OPEN'])
  expect(new Set(received.map(({ event }) => event.eventId)).size).toBe(3)
})

test('if too many events come before the response, the first ones are kept', async () => {
  const { events, start } = modal()
  start()
  for (let count = 0; count < WAITING_MAX + 10; count++) events.track('CLICK_NETWORKS')
  await untilReceived(WAITING_MAX)
  await settled()
  expect(received).toHaveLength(WAITING_MAX)
})

test.each<[string, (response: ServerResponse) => void]>([
  ['the operator has not switched it on', json({ isAnalyticsEnabled: false })],
  ['the project is unknown', json({ error: {} }, 404)],
  ['the response is invalid', json({ isAnalyticsEnabled: 'yes' })],
  ['the response is not JSON', (response) => void response.end('<html>')],
  ['the connection breaks', (response) => void response.destroy()],
])('nothing is sent when %s, not even INITIALIZE and errors', async (_, answer) => {
  let answered = () => {}
  const over = new Promise<void>((done) => {
    answered = done
  })
  config = (response) => {
    response.on('close', answered)
    answer(response)
  }
  const { events, store, start } = modal({ earlier: [{ timestamp: 1, data: { event: 'INITIALIZE' } }] })
  start()
  events.track('CONNECT_SUCCESS', { name: 'Harbor' })
  store.dispatch(errorMet(new ModalError('view.failed'), 'view.failed'))
  await over
  await settled()
  events.track('MODAL_CLOSE', { connected: false })
  await settled()
  expect(received).toEqual([])
  expect(configRequests).toBe(1)
})

test('nothing is sent after analytics is removed', async () => {
  const { events, start } = modal()
  const stop = start()
  events.track('MODAL_OPEN')
  stop()
  events.track('MODAL_CLOSE')
  await settled()
  expect(received).toEqual([])
})

test("INITIALIZE reports the site's switches, but no node URLs and no texts of the site", async () => {
  const { start } = modal({
    earlier: [{ timestamp: 1, data: { event: 'INITIALIZE', properties: { anything: 'else' } } }],
    metadata: { name: 'Shop', url: 'https://shop.example' },
    customRpcUrls: { 'eip155:1': [{ url: 'https://rpc.example/key-123' }] },
    customWallets: [{ id: 'own', name: 'Own', mobile_link: 'own://' }],
    termsConditionsUrl: 'https://shop.example/terms',
    themeMode: 'light',
    features: { swaps: false },
  })
  start()
  await untilReceived(1)
  const { properties } = propsOf('INITIALIZE') as { properties: Record<string, unknown> }
  expect(properties).toMatchObject({
    themeMode: 'light',
    enableReconnect: true,
    features: { swaps: false, receive: true },
    networks: ['eip155:1', 'eip155:137'],
    caipNetworkId: 'eip155:1',
  })
  const text = JSON.stringify(received)
  for (const secret of ['rpc.example', 'key-123', 'Shop', 'own:', 'terms', api, 'anything', 'secret']) {
    expect(text).not.toContain(secret)
  }
})

test.each([
  ['no address is sent without permission, in any property', false],
  ['the operator may allow addresses', true],
])('%s', async (_, addresses) => {
  config = json({ isAnalyticsEnabled: true, ...(addresses && { addresses }) })
  const { events, store, start } = modal()
  store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
  start()
  events.track('MODAL_OPEN', { connected: true })
  events.track('ERROR_FETCH_TRANSACTIONS', { address: ADDRESS, cursor: `after-${ADDRESS}`, isSmartAccount: false })
  events.track('SEND_SUCCESS', { token: 'ETH', amount: 1, hash: '0xabc', address: ADDRESS })
  events.track('PAY_INITIATED', { source: 'pay', configuration: { network: 'eip155:1', recipient: ADDRESS } })
  events.track('SEARCH_WALLET', { search: ADDRESS.toLowerCase() })
  events.track('CONNECT_ERROR', { message: `unknown account ${ADDRESS}` })
  events.track('WALLET_IMPRESSION_V2', undefined, [{ name: 'Harbor', query: ADDRESS }])
  await untilReceived(7)
  expect(JSON.stringify(received).includes(ADDRESS)).toBe(addresses)
  expect(JSON.stringify(received).includes(ADDRESS.toLowerCase())).toBe(addresses)
  expect(JSON.stringify(received).includes('0xabc')).toBe(addresses)
  expect(propsOf('MODAL_OPEN')).toMatchObject(addresses ? { address: ADDRESS } : { type: 'track' })
  expect(propsOf('PAY_INITIATED')).toMatchObject({ properties: { configuration: { network: 'eip155:1' } } })
})

test('no sent event contains an address, whatever its properties', async () => {
  const { events, store, start } = modal()
  store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
  start()
  const everywhere = new Proxy<Record<string, unknown>>(
    {},
    {
      ownKeys: () => propertyNames(),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: (_, name) => (name === 'configuration' ? { recipient: ADDRESS, note: [ADDRESS] } : `of ${ADDRESS}`),
    },
  )
  const names = eventNames().filter((event) => event !== 'INTERNAL_SDK_ERROR')
  for (let at = 0; at < names.length; at += 20) {
    for (const event of names.slice(at, at + 20)) events.track(event, everywhere, [everywhere])
    await untilReceived(Math.min(names.length, at + 20))
  }
  expect(new Set(sent())).toEqual(new Set(names))
  expect(JSON.stringify(received).toLowerCase()).not.toContain(ADDRESS.slice(2, 12).toLowerCase())
})

test('the wallets that became visible are sent as items, not as properties (services.md §6.2)', async () => {
  const { events, start } = modal()
  start()
  const item = { name: 'Harbor', walletRank: 3, view: 'Connect', displayIndex: 0, explorerId: 'id', certified: false }
  events.track('WALLET_IMPRESSION_V2', undefined, [{ ...item, secret: 1 }])
  await untilReceived(1)
  expect(propsOf('WALLET_IMPRESSION_V2')).toEqual({ type: 'track', event: 'WALLET_IMPRESSION_V2', items: [item] })
})

test('only known events are sent, with only known properties', async () => {
  const { events, start } = modal()
  start()
  events.track('MODAL_CREATED')
  events.track('MY_OWN_EVENT', { secret: 1 })
  events.track('constructor')
  events.track('CONNECT_PROXY_ERROR', { name: 'Harbor', uri: 'wc:topic@2?symKey=1', message: 'no' })
  events.track('SWITCH_NETWORK', { network: 'eip155:137', secret: 2 })
  await untilReceived(2)
  await settled()
  expect(sent().sort()).toEqual(['CONNECT_PROXY_ERROR', 'SWITCH_NETWORK'])
  expect(propsOf('SWITCH_NETWORK')).toMatchObject({ properties: { network: 'eip155:137' } })
  expect(JSON.stringify(received)).not.toMatch(/symKey|secret/)
})

describe('error reports, §8', () => {
  test('name the error and the lines of our own code', async () => {
    const { store, start } = modal()
    start()
    const error = new ModalError('caip.invalidAddress', { details: { text: ADDRESS } })
    error.stack = [
      `ModalError: Invalid CAIP-10 address: ${ADDRESS}`,
      `    at read (${HOST}shell/1.2.0/0a1b.js?x=1:1:22)`,
      `    at parse (${HOST}shell/1.2.0/0a1b.js:1:2345)`,
      '    at onClick (https://shop.example/checkout/order-77?token=secret:10:5)',
    ].join('\n')
    store.dispatch(errorMet(error, 'view.failed'))
    await untilReceived(1)
    expect(received[0]?.event).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      props: {
        type: 'error',
        event: 'INTERNAL_SDK_ERROR',
        errorType: 'caip.invalidAddress',
        errorMessage: 'Invalid CAIP-10 address: {text}',
        stackTrace: 'at 1.2.0/0a1b.js:1:2345',
      },
    })
    expect(JSON.stringify(received)).not.toMatch(/secret|order-77|0x/)
  })

  test('are at most five a minute', async () => {
    let now = 1_000_000
    jest.spyOn(Date, 'now').mockImplementation(() => now)
    const { store, events, start } = modal()
    start()
    for (let count = 0; count < 8; count++) store.dispatch(errorMet(new TypeError('boom'), 'view.failed'))
    await untilReceived(5)
    now += 59_999
    store.dispatch(errorMet(new TypeError('boom'), 'view.failed'))
    events.track('CLICK_NETWORKS')
    await untilReceived(6)
    await settled()
    expect(sent().filter((event) => event === 'INTERNAL_SDK_ERROR')).toHaveLength(5)
    now += 1
    store.dispatch(errorMet(new TypeError('boom'), 'view.failed'))
    await untilReceived(7)
  })

  test.each<[string, ModalError, string]>([
    ['a number', new ModalError('service.status', { details: { status: 503 } }), 'HTTP status code: 503'],
    [
      'the name of an option, but not its value',
      new ModalError('options.invalid', { details: { path: 'themeMode', reason: 'not "for Ada"' } }),
      'The option `themeMode` is not valid: {reason}',
    ],
    [
      'no address',
      new ModalError('caip.invalidAddress', { details: { text: ADDRESS } }),
      'Invalid CAIP-10 address: {text}',
    ],
    [
      'no link',
      new ModalError('caip.invalidNetworkId', { details: { text: 'https://shop.example/?token=1' } }),
      'Invalid CAIP-2 network id: {text}',
    ],
  ])('contain %s', async (_, error, message) => {
    const { store, start } = modal()
    start()
    store.dispatch(errorMet(error, 'view.failed'))
    await untilReceived(1)
    expect(received[0]?.event.props).toMatchObject({ errorType: error.code, errorMessage: message })
  })

  test('do not contain a custom text under a known error code', async () => {
    const { events, start } = modal()
    start()
    events.track('INTERNAL_SDK_ERROR', { errorType: 'service.status', errorMessage: 'Ada has 3 ETH' })
    await untilReceived(1)
    expect(received[0]?.event.props).toMatchObject({ errorMessage: 'HTTP status code: {status}' })
  })

  test('include errors that alert the site owner', async () => {
    const { store, start } = modal()
    start()
    store.dispatch(alertOnce(new ModalError('config.serverError')))
    await untilReceived(1)
    expect(received[0]?.event.props).toMatchObject({ errorType: 'config.serverError', errorMessage: 'Server Error' })
  })

  test('are not sent for an error made up by the page', async () => {
    const { events, start } = modal()
    start()
    events.track('INTERNAL_SDK_ERROR', { errorType: 'secret', errorMessage: 'secret' })
    events.track('CLICK_NETWORKS')
    await untilReceived(1)
    await settled()
    expect(sent()).toEqual(['CLICK_NETWORKS'])
  })
})

test('if the services refuse the page, APKT002 is shown once, and nothing more is sent', async () => {
  eventStatus = 403
  const { events, store, start } = modal()
  start()
  events.track('MODAL_OPEN')
  events.track('CLICK_NETWORKS')
  await new Promise<void>((done) => {
    const stop = store.subscribe(() => {
      if (!selectAlert(store.getState())) return
      stop()
      done()
    })
  })
  await settled()
  const count = received.length
  expect(store.getState().feedback.alerts).toEqual([
    { variant: 'error', error: { code: 'config.originNotAllowed', message: 'Invalid App Configuration' } },
  ])
  events.track('MODAL_CLOSE')
  await settled()
  expect(received).toHaveLength(count)
})

test.each([429, 500, 404])(
  'other failures (%d) are silent, and do not stop the next event from being sent',
  async (status) => {
    eventStatus = status
    const { events, store, start } = modal()
    start()
    events.track('MODAL_OPEN')
    await untilReceived(1)
    events.track('MODAL_CLOSE')
    await untilReceived(2)
    expect(selectAlert(store.getState())).toBeNull()
  },
)

test('an event that cannot be written as JSON causes no error', async () => {
  const { events, start } = modal()
  start()
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  events.track('CONNECT_ERROR', { message: 1n })
  events.track('PAY_MODAL_OPEN', { configuration: cycle })
  events.track('PAY_MODAL_OPEN', {
    get configuration() {
      throw new Error('no')
    },
  })
  events.track('CLICK_NETWORKS')
  await untilReceived(2)
  await settled()
  expect(sent().sort()).toEqual(['CLICK_NETWORKS', 'PAY_MODAL_OPEN'])
})
