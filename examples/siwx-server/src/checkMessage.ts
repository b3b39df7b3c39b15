import type { SIWXMessageData } from '@portico/contracts'

export interface Rules {
  /** The site's host, with port. */
  readonly domain: string
  /** CAIP-2 ids of the networks that visitors may sign in on. */
  readonly chainIds: readonly string[]
}

/** Signatures are normally seconds old, but the clocks of wallets and servers can be wrong. */
const LONGEST_AGE_MS = 600_000
const CLOCK_TOLERANCE_MS = 60_000

/** The first problem with a message other than its nonce and signature; undefined if it has none. */
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
