import type { ReleaseRole } from '@portico/contracts/services/releaseIndex'
import type { VerifyIndex } from '@portico/contracts/services/verifyIndex'
import type { PorticoOptions } from '../options/types.ts'
import type { PorticoModal } from '../site/publicApi.ts'
import type { FirstWindow } from './firstWindow.ts'

/** What a loader passes to the shell that it starts. */
export interface LoaderContext {
  /** The host of loader, shell and index, with a trailing slash. */
  readonly host: string
  /** The holders of the role `root`: `algorithm:keyid:base64`, one of which is enough, or a role with a threshold. */
  readonly keys: readonly string[] | ReleaseRole
  /** The loader's function, of which the shell has no copy. */
  readonly verifyIndex: VerifyIndex
  /** The widget's name as sent in requests: `<platform>-<adapters>-<version>` (services.md §3). */
  readonly sdkVersion: string
  /** Requests that the loader has already sent. Failures are reported where the responses are used. */
  readonly early: {
    readonly release: Promise<Response>
    readonly config?: Promise<Response>
    readonly messages?: Promise<Response>
  }
  /** The loader's window, which may already have ended. */
  readonly first?: () => FirstWindow | undefined
}

/** A shell as it is known to the loader that was built with it: `url` is relative to the host. */
export interface PinnedShell {
  readonly version: string
  readonly url: string
  readonly integrity: string
}

/** What a shell registers for its loader protocol. */
export interface Shell {
  readonly version: string
  /** Never throws: invalid options are reported by an alert, in the console, and by a rejected `ready()`. */
  mount(options: PorticoOptions, context: LoaderContext): PorticoModal
}

/** The key under which a pinned script leaves its result for the waiting loader. */
export const SCRIPT_ARRIVAL: unique symbol = Symbol.for('portico.arrival')

const REQUEST_TIMEOUT_MS = 8_000

/** Sends a GET request without a preflight or cookies. Only callers that await the response get a rejection. */
export function ask(url: string | URL, cache: RequestCache = 'no-cache'): Promise<Response> {
  const answer = fetch(url, { cache, credentials: 'omit', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  answer.catch(() => {})
  return answer
}

export const requestIndex = (host: string): Promise<Response> => ask(`${host}release-index.txt`)
