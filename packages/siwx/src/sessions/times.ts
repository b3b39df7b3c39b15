import type { SIWXMessageData } from '@portico/contracts'

/** Wallets can set `issuedAt`, and their clocks can differ from ours. */
const CLOCK_TOLERANCE_MS = 300_000

export type Timeliness = 'valid' | 'expired' | 'notYet'

/** An unreadable time counts as expired. */
export function timelinessOf(data: SIWXMessageData, now = Date.now()): Timeliness {
  const { issuedAt, notBefore, expirationTime } = data
  const given = [issuedAt, notBefore, expirationTime].filter((time) => time !== undefined)
  if (given.some((time) => Number.isNaN(Date.parse(time)))) return 'expired'
  if (expirationTime !== undefined && Date.parse(expirationTime) <= now) return 'expired'
  if (notBefore !== undefined && Date.parse(notBefore) > now) return 'notYet'
  return issuedAt !== undefined && Date.parse(issuedAt) > now + CLOCK_TOLERANCE_MS ? 'notYet' : 'valid'
}
