import type { SIWXMessageData } from '@portico/contracts'

/** The wallet may have written `issuedAt`, and its clock is not ours. */
const CLOCK_TOLERANCE_MS = 300_000

export type Timeliness = 'valid' | 'expired' | 'notYet'

/** A time that cannot be read has expired. */
export function timelinessOf(data: SIWXMessageData, now = Date.now()): Timeliness {
  const { issuedAt, notBefore, expirationTime } = data
  const given = [issuedAt, notBefore, expirationTime].filter((time) => time !== undefined)
  if (given.some((time) => Number.isNaN(Date.parse(time)))) return 'expired'
  if (expirationTime !== undefined && Date.parse(expirationTime) <= now) return 'expired'
  if (notBefore !== undefined && Date.parse(notBefore) > now) return 'notYet'
  return issuedAt !== undefined && Date.parse(issuedAt) > now + CLOCK_TOLERANCE_MS ? 'notYet' : 'valid'
}
