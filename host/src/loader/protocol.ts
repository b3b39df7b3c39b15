import type { PorticoOptions } from '../options/types.ts'
import type { PorticoModal } from '../site/publicApi.ts'
import type { FirstWindow } from './firstWindow.ts'
import type { VerifyIndex } from './verifyIndex.ts'

/** What a loader gives to the shell that it starts. */
export interface LoaderContext {
  /** Where loader, shell and index were served from, with a trailing slash. */
  readonly host: string
  /** `algorithm:keyid:base64` of the keys whose release index is believed. */
  readonly keys: readonly string[]
  /** The loader's own: the shell has no copy of it. */
  readonly verifyIndex: VerifyIndex
  /** What the wire calls this widget: `<platform>-<adapters>-<version>` (services.md §3). */
  readonly sdkVersion: string
  /** Requests that were sent side by side with the shell's own. Their failure is heard where they are used. */
  readonly early: {
    readonly release: Promise<Response>
    readonly config?: Promise<Response>
    readonly messages?: Promise<Response>
  }
  /** The window that the loader has shown; it may have ended. */
  readonly first?: () => FirstWindow | undefined
}

/** A shell as the loader that was built together with it knows it: `url` is relative to the host. */
export interface PinnedShell {
  readonly version: string
  readonly url: string
  readonly integrity: string
}

/** What a shell registers under its loader protocol. */
export interface Shell {
  readonly version: string
  /** Never throws: bad options are told by an alert, the console and a rejected `ready()`. */
  mount(options: PorticoOptions, context: LoaderContext): PorticoModal
}

/** Under this key a pinned script leaves what it has made for the loader that is waiting for it. */
export const SCRIPT_ARRIVAL: unique symbol = Symbol.for('portico.arrival')

const REQUEST_TIMEOUT_MS = 8_000

/** A GET that no preflight precedes and no cookie accompanies. Its failure is heard by whoever waits for it. */
export function ask(url: string | URL, cache: RequestCache = 'no-cache'): Promise<Response> {
  const answer = fetch(url, { cache, credentials: 'omit', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  answer.catch(() => {})
  return answer
}

export const requestIndex = (host: string): Promise<Response> => ask(`${host}release-index.txt`)
