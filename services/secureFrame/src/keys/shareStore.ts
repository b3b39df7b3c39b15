import type { ShareStore as StoreName } from '@portico/contracts/services/login'
import { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import {
  SHARES_DEVICES_DECIDE_PATH,
  SHARES_DEVICES_LIST_PATH,
  SHARES_DEVICES_LOOK_PATH,
  SHARES_DEVICES_PATH,
  SHARES_KEEP_PATH,
  SHARES_LINKS_LOOK_PATH,
  SHARES_LINKS_PATH,
  SHARES_PATH,
  SHARES_RELEASE_PATH,
  SHARES_ROTATE_PATH,
  ShareDeleteAnswer,
  ShareDeviceDecided,
  type ShareDeviceDecision,
  ShareDeviceList,
  ShareDeviceState,
  ShareKeepAnswer,
  ShareLinkAnswer,
  ShareLinkState,
  type SharePutRequest,
  ShareReleaseAnswer,
  type ShareRotateRequest,
  ShareState,
} from '@portico/contracts/services/shares'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { Refused } from '../messages/channel.ts'
import { StoreRefusal, StoreUnavailable } from './storeErrors.ts'

export interface ShareStoreOptions {
  readonly name: StoreName
  /** The store's origin. */
  readonly url: string
  /** The headers of one request, with both tokens of the caller's session. @throws Refused `notConnected` */
  headersFor(store: StoreName, method: string, path: string): Promise<Readonly<Record<string, string>>>
  /** Checks before each request that it is still wanted, because its tokens may be older. @throws Refused */
  readonly demand?: () => Promise<void>
  readonly fetch?: typeof fetch
}

const ROUTES = {
  put: ['PUT', SHARES_PATH],
  release: ['POST', SHARES_RELEASE_PATH],
  rotate: ['PUT', SHARES_ROTATE_PATH],
  remove: ['DELETE', SHARES_PATH],
  keep: ['POST', SHARES_KEEP_PATH],
  links: ['POST', SHARES_LINKS_PATH],
  look: ['POST', SHARES_LINKS_LOOK_PATH],
  askForDevice: ['POST', SHARES_DEVICES_PATH],
  lookAtDevice: ['POST', SHARES_DEVICES_LOOK_PATH],
  listDevices: ['POST', SHARES_DEVICES_LIST_PATH],
  decideDevice: ['POST', SHARES_DEVICES_DECIDE_PATH],
} as const
type Route = keyof typeof ROUTES

const TIMEOUT_MS = 15_000
const ANSWER_MAX_CHARACTERS = 8_192

/** Refusals after which new tokens help: the clock was wrong, or an earlier answer was lost on its way. */
const TOKEN_CODES = ['assertion.stale', 'assertion.used', 'proof.used']
/** Whether the answer says nothing about this wallet. A mail that could not be sent does concern the wallet. */
const isUnavailable = (status: number, code: string) =>
  (status >= 500 && !code.startsWith('mail.')) || code === 'rate.limited'

const retryAfterOf = (response: Response) => {
  const seconds = Number(response.headers.get('retry-after') ?? '')
  return Number.isInteger(seconds) && seconds > 0 ? seconds : undefined
}

async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text.length > ANSWER_MAX_CHARACTERS) throw new Error('The answer is too long.')
  return JSON.parse(text)
}

/** The client of one store. Each method throws StoreRefusal, StoreUnavailable, and what `headersFor` throws. */
export function createShareStore({ name, url, headersFor, demand, fetch: ask = fetch }: ShareStoreOptions) {
  const expected = new Map<Route, ReturnType<ShareStoreOptions['headersFor']>[]>()
  const newHeaders = (route: Route) => {
    const [method, path] = ROUTES[route]
    return headersFor(name, method, path)
  }

  /** Takes the tokens that were requested in advance; requests them now if there are none, or if that failed. */
  const takeHeaders = (route: Route) =>
    expected
      .get(route)
      ?.shift()
      ?.catch(() => newHeaders(route)) ?? newHeaders(route)

  async function send(route: Route, body: unknown) {
    const [method, path] = ROUTES[route]
    const headers = await takeHeaders(route)
    await demand?.()
    const response = await ask(`${url}${path}`, {
      method,
      headers: body === undefined ? { ...headers } : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
    const answer = await readAnswer(response)
    if (response.ok) return { answer }
    const failure = safeParse(ServiceErrorBody, answer)
    const code = failure.success ? failure.output.error.code : ''
    if (!code || isUnavailable(response.status, code)) throw new StoreUnavailable(code || undefined)
    return { refusal: new StoreRefusal(code, retryAfterOf(response)) }
  }

  /** Retries are safe, because a repeated call changes nothing at a store. */
  async function call<Schema extends GenericSchema>(
    schema: Schema,
    route: Route,
    body?: unknown,
  ): Promise<InferOutput<Schema>> {
    try {
      let sent = await send(route, body)
      if (sent.refusal && TOKEN_CODES.includes(sent.refusal.code)) {
        // Tokens that were requested earlier are no better than the refused one.
        expected.clear()
        sent = await send(route, body)
      }
      if (sent.refusal) throw sent.refusal
      const read = safeParse(schema, sent.answer)
      if (!read.success) throw new Error('The answer cannot be read.')
      return read.output
    } catch (error) {
      const isOurs = error instanceof StoreRefusal || error instanceof StoreUnavailable || error instanceof Refused
      throw isOurs ? error : new StoreUnavailable(error instanceof Error ? error.name : undefined)
    }
  }

  return {
    /** Requests the tokens of upcoming calls while other calls are under way. Tokens are valid for two minutes. */
    expect(route: Route, count = 1): void {
      const headers = expected.get(route) ?? []
      expected.set(route, headers)
      while (headers.length < count) {
        const upcoming = newHeaders(route)
        upcoming.catch(() => {})
        headers.push(upcoming)
      }
    },
    release: () => call(ShareReleaseAnswer, 'release'),
    put: (request: SharePutRequest) => call(ShareState, 'put', request),
    rotate: (request: ShareRotateRequest) => call(ShareState, 'rotate', request),
    /** Makes the wallet's share unavailable. After some days the store deletes it for good. */
    remove: async () => void (await call(ShareDeleteAnswer, 'remove')),
    /** Cancels a deletion. */
    keep: async () => void (await call(ShareKeepAnswer, 'keep')),
    // The following methods exist at the recovery store only.
    /** Mails a link. @returns for how many seconds the link is valid */
    mailLink: async () => (await call(ShareLinkAnswer, 'links')).expiresInS,
    lookAtLink: async () => (await call(ShareLinkState, 'look')).state,
    /** Asks to admit this device to a wallet without an email address. Repeating the call does not restart the time. */
    askForDevice: () => call(ShareDeviceState, 'askForDevice'),
    lookAtDevice: () => call(ShareDeviceState, 'lookAtDevice'),
    /** Lists other devices' requests, if this device is known. */
    listDevices: async () => (await call(ShareDeviceList, 'listDevices')).devices,
    decideDevice: async (decision: ShareDeviceDecision) =>
      void (await call(ShareDeviceDecided, 'decideDevice', decision)),
  }
}
export type ShareStore = ReturnType<typeof createShareStore>
