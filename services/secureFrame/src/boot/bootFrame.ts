import { type FrameParameters, readFrameParameters } from '@portico/contracts/embeddedWallet/frameUrl'
import { onceLoaded } from '@portico/contracts/onceLoaded'
import type { SecureSiteSettings } from '@portico/contracts/services/secureSite'
import type { Place } from '../interfaces.ts'
import { type Handlers, openChannel, type Trouble } from '../messages/channel.ts'
import { createOriginCheck } from './createOriginCheck.ts'
import { lazyHandlers } from './lazyHandlers.ts'

interface Boot {
  readonly window: Window
  /** Settings from the secure site's server; undefined if it sent none. */
  readonly settings: SecureSiteSettings | undefined
  /** Loads the handlers, once the page knows that the frame is there. */
  readonly load: (place: Place, parameters: FrameParameters) => Promise<Handlers>
  readonly fetch?: typeof fetch
}

/** Logs a reason, a name and the kind of an error, but never the content of a message. */
const warn = ({ reason, name, error }: Trouble) =>
  console.warn('[wallet]', reason, name ?? '', error instanceof Error ? error.name : '')

/**
 * Starts the frame if it is framed and has settings: listens, tells the page that the frame is there, loads the rest.
 * @returns a function that closes the channel
 */
export function bootFrame({ window, settings, load, fetch }: Boot): (() => void) | undefined {
  if (window.parent === window || !settings) return undefined
  const parameters = readFrameParameters(Object.fromEntries(new URLSearchParams(window.location.search)))
  const projectId = parameters?.projectId ?? ''

  let page: string | undefined
  const place: Place = { settings, projectId, page: () => page }
  const loaded = onceLoaded(async () => {
    if (!parameters) throw new Error('There is no project.')
    return load(place, parameters)
  })
  const close = openChannel({
    self: window,
    page: window.parent,
    // Without a project no origin is allowed.
    isAllowed: parameters ? createOriginCheck({ settings, projectId, fetch }) : () => false,
    handlers: lazyHandlers(loaded, ({ origin }) => {
      page = origin
    }),
    onTrouble: parameters?.enableLogger === 'true' ? warn : undefined,
  })
  // If this fails, the next request tries again.
  if (parameters) loaded().catch(() => {})
  return close
}
