import type { SIWXMessageData } from '@portico/contracts'

export interface Rules {
  /** The site's host, with port. */
  readonly domain: string
  /** CAIP-2 ids of the networks that visitors may sign in on. */
  readonly chainIds: readonly string[]
}

/** Signatures should be seconds old, but clocks of wallets and servers can be off. */
const LONGEST_AGE_MS = 600_000
const CLOCK_TOLERANCE_MS = 60_000

/** What is wrong with a message, apart from nonce and signature; undefined if it may sign in. */
export function problemOf(data: SIWXMessageData, { domain, chainIds }: Rules, now: number): string | undefined {
  const { issuedAt, expirationTime, notBefore } = data
  if (data.domain !== domain) return 'domain'
  if (!URL.canParse(data.uri) || new URL(data.uri).host !== domain) return 'uri'
  if (data.version !== '1') return 'version'
  if (!chainIds.includes(data.chainId)) return 'chainId'
  const issued = Date.parse(issuedAt ?? '')
  // Written so that a missing time fails the check.
  if (!(issued <= now + CLOCK_TOLERANCE_MS && issued >= now - LONGEST_AGE_MS)) return 'issuedAt'
  if (!(Date.parse(expirationTime ?? '') > now)) return 'expirationTime'
  if (notBefore !== undefined && !(Date.parse(notBefore) <= now)) return 'notBefore'
  return undefined
}
