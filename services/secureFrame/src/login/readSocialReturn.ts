import { RESULT_URI_MAX } from '@portico/contracts/embeddedWallet/bounds'
import { SOCIAL_BACK_PATH } from '@portico/contracts/services/login'

/** What a provider came back with. */
export interface SocialReturn {
  /** Names the attempt. */
  readonly state: string
  /** Absent where the provider, or the visitor there, has declined. */
  readonly code?: string
  /** RFC 6749 §4.1.2.1: why there is no code. */
  readonly error?: string
  /** Apple says somebody's name once, at the first sign-in. */
  readonly user?: string
  /** Of a mini app of Telegram: the page that waits, put behind the state by it (secure-frame.md §10.4). A claim. */
  readonly leadsTo?: string
}

const STATE = /^([\w-]{43})(?:--(.+))?$/s

/** The page itself writes the address into the state encoded, and some providers give it back as it came. */
function decoded(text: string): string {
  try {
    return /^https?:\/\//i.test(text) ? text : decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Reads the address of `/back`: its query, and its fragment where a provider answers in that. Undefined: it is another page,
 * or belongs to no attempt.
 * @param site the origin of the secure site
 */
export function readSocialReturn(uri: string, site: string): SocialReturn | undefined {
  if (uri.length > RESULT_URI_MAX || !URL.canParse(uri)) return undefined
  const { origin, pathname, search, hash } = new URL(uri)
  if (origin !== site || pathname !== SOCIAL_BACK_PATH) return undefined
  const [query, fragment] = [new URLSearchParams(search), new URLSearchParams(hash.slice(1))]
  const given = (name: string) => query.get(name) || fragment.get(name) || undefined
  const [, state, leadsTo] = STATE.exec(given('state') ?? '') ?? []
  if (state === undefined) return undefined
  const error = given('error')
  return {
    state,
    ...(error === undefined ? { code: given('code') } : { error }),
    user: given('user'),
    ...(leadsTo !== undefined && { leadsTo: decoded(leadsTo) }),
  }
}
