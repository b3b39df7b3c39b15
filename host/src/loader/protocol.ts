import type { PorticoOptions } from '../options/types.ts'
import type { PorticoModal } from '../site/publicApi.ts'
import type { FirstWindow } from './firstWindow.ts'
import type { VerifyIndex } from './verifyIndex.ts'

/** What a loader passes to the shell that it starts. */
export interface LoaderContext {
  /** The host of loader, shell and index, with a trailing slash. */
  readonly host: string
  /** `algorithm:keyid:base64` of the trusted keys for the release index. */
  readonly keys: readonly string[]
  /** The loader's own: the shell has no copy. */
  readonly verifyIndex: VerifyIndex
  /** The widget's name on the wire: `<platform>-<adapters>-<version>` (services.md §3). */
  readonly sdkVersion: string
  /** Requests sent in parallel with the shell's own. Failures surface where they are used. */
  readonly early: {
    readonly release: Promise<Response>
    readonly config?: Promise<Response>
    readonly messages?: Promise<Response>
  }
  /** The loader's window; it may have ended. */
  readonly first?: () => FirstWindow | undefined
}

/** A shell as known to the loader built with it: `url` is relative to the host. */
export interface PinnedShell {
  readonly version: string
  readonly url: string
  readonly integrity: string
}

/** What a shell registers under its loader protocol. */
export interface Shell {
  readonly version: string
  /** Never throws: an alert, the console and a rejected `ready()` report bad options. */
  mount(options: PorticoOptions, context: LoaderContext): PorticoModal
}

/** A pinned script leaves its result for the waiting loader under this key. */
export const SCRIPT_ARRIVAL: unique symbol = Symbol.for('portico.arrival')

const REQUEST_TIMEOUT_MS = 8_000

/** A GET without preflight and cookies. Callers get the rejection. */
export function ask(url: string | URL, cache: RequestCache = 'no-cache'): Promise<Response> {
  const answer = fetch(url, { cache, credentials: 'omit', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  answer.catch(() => {})
  return answer
}

export const requestIndex = (host: string): Promise<Response> => ask(`${host}release-index.txt`)
