import { APP_PREFIX, FRAME_PREFIX } from '@portico/contracts/embeddedWallet/envelope'

/** For tests: the frame's page, as seen by the page around it. */

export const SECURE = 'https://secure.example'

interface Posted {
  readonly type: string
  readonly id: string
  readonly payload?: unknown
}

interface Sender {
  readonly source?: MessageEventSource | null
  readonly origin?: string
  /** False for an event that a script has dispatched. */
  readonly isTrusted?: boolean
}

/** jsdom's messages have no source, so this builds the event as browsers do. */
export function dispatchMessage(data: unknown, { source = null, origin = '', isTrusted = true }: Sender): void {
  const event = new MessageEvent('message', { data, origin })
  const key = Object.getOwnPropertySymbols(event).find(({ description }) => description === 'impl')
  if (!key) throw new Error('jsdom keeps its events elsewhere')
  const inside = (of: object) => (of as Record<symbol, Record<string, unknown>>)[key] ?? {}
  const impl = inside(event)
  impl.source = source
  if (!isTrusted) window.dispatchEvent(event)
  else {
    impl.isTrusted = true
    const dispatch = inside(window)._dispatch as (this: unknown, event: unknown) => void
    dispatch.call(inside(window), impl)
  }
}

/** @param element the frame, or a function that finds it once it is in the document */
export function testFrame(element: () => HTMLIFrameElement | null) {
  const posted: Posted[] = []
  const targets: string[] = []
  const heard = new WeakSet<Window>()

  const frameWindow = (): Window => {
    const found = element()?.contentWindow
    if (!found) throw new Error('the frame is not in the document')
    return found
  }

  const last = (): Posted => {
    const posting = posted.at(-1)
    if (!posting) throw new Error('nothing was posted')
    return posting
  }
  /** Sent by the frame's page, unless `from` says otherwise. */
  const post = (data: unknown, from: Sender = {}) =>
    dispatchMessage(data, { source: frameWindow(), origin: SECURE, ...from })
  const answer = (ending: string, payload: unknown, { type, id }: Posted) =>
    post({ type: `${type.replace(APP_PREFIX, FRAME_PREFIX)}${ending}`, id, payload })

  return {
    /** Messages to the frame since `listen`. */
    posted,
    targets,
    /** Listens on the frame's current window. */
    listen() {
      const here = frameWindow()
      if (heard.has(here)) return
      heard.add(here)
      here.postMessage = ((message: Posted, target: string) => {
        posted.push(structuredClone(message))
        targets.push(target)
      }) as typeof here.postMessage
    },
    window: frameWindow,
    names: () => posted.map(({ type }) => type.replace(APP_PREFIX, '')),
    last,
    post,
    ready: () => post({ type: `${FRAME_PREFIX}READY`, payload: {} }),
    /** Answers the last message, or `request`. */
    succeed: (payload?: unknown, request = last()) => answer('_SUCCESS', payload, request),
    fail: (payload?: unknown, request = last()) => answer('_ERROR', payload, request),
  }
}

/** The current outcome of a promise: its value, its error, or pending. */
export async function outcome(promise: Promise<unknown>): Promise<unknown> {
  const pending = Symbol('pending')
  const ended = promise.then(
    (value) => ({ value }),
    (error) => ({ code: (error as { code?: string }).code }),
  )
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  const first = await Promise.race([ended, Promise.resolve(pending)])
  return first === pending ? 'pending' : first
}
