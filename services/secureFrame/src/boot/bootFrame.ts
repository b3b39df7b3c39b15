import { type FrameParameters, readFrameParameters } from '@portico/contracts/embeddedWallet/frameUrl'
import { onceLoaded } from '@portico/contracts/onceLoaded'
import type { SecureSiteSettings } from '@portico/contracts/services/secureSite'
import { type Handlers, openChannel, type Trouble } from '../messages/channel.ts'
import type { Place } from '../parts.ts'
import { createOriginCheck } from './createOriginCheck.ts'
import { lateHandlers } from './lateHandlers.ts'

interface Boot {
  readonly window: Window
  /** What the server says of where it is; undefined where it has not. */
  readonly settings: SecureSiteSettings | undefined
  /** What answers, fetched once the page has been told that the frame is there. */
  readonly load: (place: Place, parameters: FrameParameters) => Promise<Handlers>
  readonly fetch?: typeof fetch
}

/** A reason and a name; nothing of what a message said, and of an error no more than its kind. */
const warn = ({ reason, name, error }: Trouble) =>
  console.warn('[wallet]', reason, name ?? '', error instanceof Error ? error.name : '')

/**
 * The page in the frame: listens, says so, and fetches the rest. Undefined outside of a frame, and where the server has not
 * said what it needs.
 * @returns its undo
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
    // Without a project nobody is named.
    isAllowed: parameters ? createOriginCheck({ settings, projectId, fetch }) : () => false,
    handlers: lateHandlers(loaded, ({ origin }) => {
      page = origin
    }),
    onTrouble: parameters?.enableLogger === 'true' ? warn : undefined,
  })
  // It is tried again by whoever asks first.
  if (parameters) loaded().catch(() => {})
  return close
}
