import type { AnswerPayload } from '@portico/contracts/embeddedWallet/answers'
import { FRAME_PREFIX } from '@portico/contracts/embeddedWallet/envelope'
import { FRAME_FAILURES, type FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { frameAnswer, frameFailure } from '@portico/contracts/embeddedWallet/messages'
import { readFrameRequest } from '@portico/contracts/embeddedWallet/readFrameRequest'
import { type FrameRequest, type RequestName, requests } from '@portico/contracts/embeddedWallet/requests'

/** What a request is about, and until when anybody waits for it. */
export interface Asking {
  /** The page that asks. */
  readonly origin: string
  /** Aborts when the channel closes. */
  readonly signal: AbortSignal
}

type PayloadOf<Name extends RequestName> = Extract<FrameRequest, { type: `@w3m-app/${Name}` }>['payload']

/** What the frame can be asked for. Each rejects with a `Refused` where a visitor or a rule said no. */
export type Handlers = {
  readonly [Name in RequestName]: (payload: PayloadOf<Name>, asking: Asking) => Promise<AnswerPayload<Name>>
}

/** Thrown by a handler: what the page is told. Anything else that is thrown is told as `internal`, without its text. */
export class Refused extends Error {
  /** @param retryAt Unix seconds, where the same question is answered from then on */
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
  /** The window that the frame is in. */
  readonly page: Window
  /** Whether the project names the origin. A promise while that is not known yet: what was asked waits for it. */
  readonly isAllowed: (origin: string) => boolean | Promise<boolean>
  readonly handlers: Handlers
  /** Hears of what was not answered as it should be. Holds nothing of what a message said. */
  readonly onTrouble?: (trouble: Trouble) => void
}

export interface Trouble {
  readonly reason: 'originNotAllowed' | 'badRequest' | 'repeatedId' | 'tooMany' | 'failed'
  readonly name?: string
  readonly error?: unknown
}

/** So many ids are remembered: one that comes again within them is not answered. */
const REMEMBERED_IDS = 4_096
/** So many requests may be waiting for their answer. */
const PENDING_MAX = 64

/**
 * Nobody waits for an answer to these. Other clients know none, and take one for a message that they cannot read: they say so
 * once for each of their listeners, for a second or more of the page's time.
 */
const UNANSWERED: ReadonlySet<RequestName> = new Set<RequestName>(['RPC_ABORT'])

const isRequestName = (name: string): name is RequestName => Object.hasOwn(requests, name)
const nameOf = (type: string): RequestName => type.slice(type.indexOf('/') + 1) as RequestName

/**
 * Listens to the page around the frame, and to nobody else: a message counts when the browser has made it, it comes from
 * the window that the frame is in, and the project names that window's origin. Each request is answered once, to that origin
 * alone.
 * @returns stops listening; whatever is still being worked on is told by its signal and is answered no more
 */
export function openChannel({ self, page, isAllowed, handlers, onTrouble = () => {} }: ChannelOptions): () => void {
  const life = new AbortController()
  const seen = new Set<string>()
  let pending = 0

  const post = (message: unknown, origin: string) => {
    // A page without an origin of its own (`null`) cannot be addressed.
    if (!life.signal.aborted && origin !== 'null') page.postMessage(message, origin)
  }

  const reply = (name: RequestName, message: unknown, origin: string) => {
    if (!UNANSWERED.has(name)) post(message, origin)
  }

  /** Whether this id is new. Without one there is nothing to repeat: that client asks again, as it always could. */
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
      if (!(error instanceof Refused)) onTrouble({ reason: 'failed', name, error })
      reply(
        name,
        error instanceof Refused
          ? frameFailure(name, id, error.failure, error.retryAt)
          : frameFailure(name, id, 'internal'),
        origin,
      )
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
      // It is told why, or it would wait; and nothing else.
      say('originNotAllowed', read, origin)
    } else if (read.refusal) {
      onTrouble({ reason: 'badRequest', name })
      say('invalidRequest', read, origin)
    } else if (remember(id)) void answer(read.message, origin)
    else onTrouble({ reason: 'repeatedId', name })
  }

  /** Holds no more than a page has reason to ask for before it is known who it is. */
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
  // Whoever hears it learns nothing but that the frame is there, and which page that will be is not known yet.
  page.postMessage({ type: `${FRAME_PREFIX}READY`, payload: {} }, '*')
  return () => life.abort()
}
