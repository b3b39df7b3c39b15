import { RESULT_URI_MAX } from '@portico/contracts/embeddedWallet/bounds'
import { literal, maxLength, object, pipe, safeParse, string } from 'valibot'
import { unlessLate } from '../unlessLate.ts'
import { readSocialReturn, type SocialReturn } from './readSocialReturn.ts'

/** `uri`: the address of `/back`, whole. */
const Handed = object({ type: literal('portico/social-return'), uri: pipe(string(), maxLength(RESULT_URI_MAX)) })

/** What `/back` posts to the frames of its own origin, and to no page around them: a code is in it. */
export const handedReturn = (uri: string) => ({ type: 'portico/social-return', uri }) as const

/** The page hears of it from the same window, so one of the two messages may be the later one by a moment. */
const WAIT_MS = 5_000
/** Windows of earlier attempts may come back, too. */
const KEPT_MAX = 8

/**
 * What a provider has come back with, all of it.
 * @param said what is known of it: the `state` counts
 * @returns undefined where nothing of the kind has come
 */
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
 * Listens for what windows of providers hand to this frame, and keeps it by its `state`. The page around it can neither read
 * such a message nor make one: it counts when the browser has made it and it comes from a page of this origin.
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
  return ({ state }) => unlessLate(at(state).come, waitMs)
}
