import type { AnswerPayload } from '@portico/contracts/embeddedWallet/answers'
import { FRAME_PREFIX } from '@portico/contracts/embeddedWallet/envelope'
import { FRAME_FAILURES, type FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { frameAnswer, frameFailure } from '@portico/contracts/embeddedWallet/messages'
import { readFrameRequest } from '@portico/contracts/embeddedWallet/readFrameRequest'
import { type FrameRequest, type RequestName, requests } from '@portico/contracts/embeddedWallet/requests'

/** Who sent a request, and for how long an answer is wanted. */
export interface Asking {
  /** The origin of the page that sent the request. */
  readonly origin: string
  /** Aborts when the channel closes. */
  readonly signal: AbortSignal
}

type PayloadOf<Name extends RequestName> = Extract<FrameRequest, { type: `@w3m-app/${Name}` }>['payload']

/** Handlers of every request to the frame. Each rejects with a `Refused` if the visitor or a rule says no. */
export type Handlers = {
  readonly [Name in RequestName]: (payload: PayloadOf<Name>, asking: Asking) => Promise<AnswerPayload<Name>>
}

/** Thrown by handlers; its reason is sent to the page. Any other error is sent as `internal`, without its text. */
export class Refused extends Error {
  /** @param retryAt the time, in Unix seconds, from which the same request will be answered */
  constructor(
    readonly failure: FrameFailure,
    readonly retryAt?: number,
  ) {
    super(FRAME_FAILURES[failure].message)
    this.name = 'Refused'
  }
}

export interface ChannelOptions {
  /** The frame's own window. */
  readonly self: Pick<Window, 'addEventListener'>
  /** The window around the frame. */
  readonly page: Window
  /** Whether the project names the origin. Requests wait while this is a promise. */
  readonly isAllowed: (origin: string) => boolean | Promise<boolean>
  readonly handlers: Handlers
  /** Called for requests that could not be answered properly, without the content of any message. */
  readonly onTrouble?: (trouble: Trouble) => void
}

export interface Trouble {
  readonly reason: 'originNotAllowed' | 'badRequest' | 'repeatedId' | 'tooMany' | 'failed'
  readonly name?: string
  readonly error?: unknown
}

/** How many ids are remembered, so that repeated ones are not answered. */
const REMEMBERED_IDS = 4_096
/** How many requests may be pending at once. */
const PENDING_MAX = 64

/** Requests that are not answered: other clients report each answer once per listener, for a second or more. */
const UNANSWERED: ReadonlySet<RequestName> = new Set<RequestName>(['RPC_ABORT'])

const isRequestName = (name: string): name is RequestName => Object.hasOwn(requests, name)
const nameOf = (type: string): RequestName => type.slice(type.indexOf('/') + 1) as RequestName

/**
 * Listens to the page around the frame only: a message counts if the browser trusts it, it comes from the window around
 * the frame, and the project names that window's origin. Each request is answered once, to that origin only.
 * @returns a function that stops listening and aborts the signals of pending requests, which are no longer answered
 */
export function openChannel({ self, page, isAllowed, handlers, onTrouble = () => {} }: ChannelOptions): () => void {
  const life = new AbortController()
  const seen = new Set<string>()
  let pending = 0

  const reply = (name: RequestName, message: unknown, origin: string) => {
    // A page without an origin of its own (`null`) cannot be addressed.
    if (!UNANSWERED.has(name) && !life.signal.aborted && origin !== 'null') page.postMessage(message, origin)
  }

  /** Whether this id is new. Without an id, repetitions cannot be recognized and are answered. */
  function remember(id: string | undefined): boolean {
    if (id === undefined) return true
    if (seen.has(id)) return false
    seen.add(id)
    const [oldest = ''] = seen
    if (seen.size > REMEMBERED_IDS) seen.delete(oldest)
    return true
  }

  async function answer({ type, id, payload }: FrameRequest, origin: string): Promise<void> {
    const name = nameOf(type)
    if (pending >= PENDING_MAX) {
      onTrouble({ reason: 'tooMany', name })
      return reply(name, frameFailure(name, id, 'internal'), origin)
    }
    pending++
    try {
      const handle = handlers[name] as (payload: unknown, asking: Asking) => Promise<never>
      reply(name, frameAnswer(name, id, await handle(payload, { origin, signal: life.signal })), origin)
    } catch (error) {
      const isRefused = error instanceof Refused
      if (!isRefused) onTrouble({ reason: 'failed', name, error })
      const { failure, retryAt } = isRefused ? error : new Refused('internal')
      reply(name, frameFailure(name, id, failure, retryAt), origin)
    } finally {
      pending--
    }
  }

  type Read = NonNullable<ReturnType<typeof readFrameRequest>>

  const say = (failure: FrameFailure, { message, refusal }: Read, origin: string) => {
    const { type = '', id } = message ?? refusal
    const name = nameOf(type)
    if (isRequestName(name)) reply(name, frameFailure(name, id, failure), origin)
  }

  function decide(isOurs: boolean, read: Read, origin: string): void {
    const { type = '', id } = read.message ?? read.refusal
    const name = nameOf(type)
    if (!isOurs) {
      onTrouble({ reason: 'originNotAllowed' })
      // Tells the page nothing but the reason, so that the page does not wait.
      say('originNotAllowed', read, origin)
    } else if (read.refusal) {
      onTrouble({ reason: 'badRequest', name })
      say('invalidRequest', read, origin)
    } else if (remember(id)) void answer(read.message, origin)
    else onTrouble({ reason: 'repeatedId', name })
  }

  /** Waits until it is known whether the origin is allowed. An unknown page needs few requests, so few may wait. */
  async function decideLater(isOurs: Promise<boolean>, read: Read, origin: string): Promise<void> {
    if (pending >= PENDING_MAX) {
      onTrouble({ reason: 'tooMany' })
      say('internal', read, origin)
      return
    }
    pending++
    const answer = await isOurs.catch((error: unknown) => {
      onTrouble({ reason: 'failed', error })
      return undefined
    })
    pending--
    if (life.signal.aborted) return
    if (answer === undefined) say('internal', read, origin)
    else decide(answer, read, origin)
  }

  function receive({ data, source, origin, isTrusted }: MessageEvent): void {
    if (!isTrusted || source !== page) return
    const read = readFrameRequest(data)
    if (!read) return
    const isOurs = isAllowed(origin)
    if (typeof isOurs === 'boolean') decide(isOurs, read, origin)
    else void decideLater(isOurs, read, origin)
  }

  self.addEventListener('message', receive, { signal: life.signal })
  // Sent to any origin, because the page is not known yet; the message says only that the frame is there.
  page.postMessage({ type: `${FRAME_PREFIX}READY`, payload: {} }, '*')
  return () => life.abort()
}
