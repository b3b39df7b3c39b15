import { RESULT_URI_MAX } from '@portico/contracts/embeddedWallet/bounds'
import { literal, maxLength, object, pipe, safeParse, string } from 'valibot'
import { resultWithin } from '../resultWithin.ts'
import { readSocialReturn, type SocialReturn } from './readSocialReturn.ts'

/** `uri`: the full address of `/back`. */
const Handed = object({ type: literal('portico/social-return'), uri: pipe(string(), maxLength(RESULT_URI_MAX)) })

/** The message of `/back` to frames of its origin, and never to the pages around them: it contains a code. */
export const handedReturn = (uri: string) => ({ type: 'portico/social-return', uri }) as const

/** The same window also posts a message to the page, and either message can arrive a moment later. */
const WAIT_MS = 5_000
/** Windows of earlier attempts can return too. */
const KEPT_MAX = 8

/** Finds a provider's full answer, if there is one. @param said by the page; only its `state` counts */
export type FindReturn = (said: SocialReturn) => Promise<SocialReturn | undefined>

interface Awaited {
  readonly come: Promise<SocialReturn>
  hand(came: SocialReturn): void
}

function awaited(): Awaited {
  let hand: Awaited['hand'] = () => {}
  const come = new Promise<SocialReturn>((resolve) => {
    hand = resolve
  })
  return { come, hand: (came) => hand(came) }
}

/**
 * Listens for answers that provider windows post to this frame, and keeps them by `state`. The page around the frame
 * can neither read nor forge such a message, which has to be trusted by the browser and come from this origin.
 * @param self the frame's own window
 */
export function createFindReturn(self: Window, waitMs = WAIT_MS): FindReturn {
  const { origin: site } = self.location
  const kept = new Map<string, Awaited>()

  function at(state: string): Awaited {
    const known = kept.get(state) ?? awaited()
    kept.set(state, known)
    const [oldest = ''] = kept.keys()
    if (kept.size > KEPT_MAX) kept.delete(oldest)
    return known
  }

  self.addEventListener('message', ({ data, origin, isTrusted }: MessageEvent) => {
    if (!isTrusted || origin !== site) return
    const { success, output } = safeParse(Handed, data)
    const came = success ? readSocialReturn(output.uri, site) : undefined
    if (came) at(came.state).hand(came)
  })
  return ({ state }) => resultWithin(at(state).come, waitMs)
}
