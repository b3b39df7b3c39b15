import { RESULT_URI_MAX } from '@portico/contracts/embeddedWallet/bounds'
import { SOCIAL_BACK_PATH } from '@portico/contracts/services/login'

/** A provider's answer. */
export interface SocialReturn {
  /** Identifies the attempt. */
  readonly state: string
  /** Absent if the provider, or the visitor there, declined. */
  readonly code?: string
  /** RFC 6749 §4.1.2.1: why there is no code. */
  readonly error?: string
  /** Apple sends the visitor's name once, at the first sign-in. */
  readonly user?: string
  /** The waiting page that a Telegram mini app claims in the state to be its own (secure-frame.md §10.4). */
  readonly leadsTo?: string
}

const STATE = /^([\w-]{43})(?:--(.+))?$/s

/** The page encodes the address in the state, and some providers return it unchanged. */
function decoded(text: string): string {
  try {
    return /^https?:\/\//i.test(text) ? text : decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads the query or the fragment of `/back` on `site`, the secure site's origin. Undefined for any other address. */
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
