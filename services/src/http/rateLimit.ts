import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ServiceError } from './errors.ts'

export interface RateLimitOptions {
  /** Per key, averaged over the window. */
  readonly perSecond: number
  /** The points of this time may be spent at once. */
  readonly windowS: number
}

/** Counts points per key (a project, an address). */
export interface RateLimit {
  /** @returns undefined if within the limit; else the seconds until points are available */
  spend(key: string, points: number): Promise<number | undefined>
  /** Counts points already spent, without refusing: later ones may have to wait. */
  charge(key: string, points: number): Promise<void>
}

/**
 * @param create counts in memory by default; with one of the library's limiters over Redis, several processes count
 *   together
 */
export function createRateLimit(
  { perSecond, windowS }: RateLimitOptions,
  create: (options: { points: number; duration: number }) => RateLimiterAbstract = (options) =>
    new RateLimiterMemory(options),
): RateLimit {
  const limiter = create({ points: perSecond * windowS, duration: windowS })
  return {
    async spend(key, points) {
      try {
        await limiter.consume(key, points)
      } catch (refused) {
        // The library rejects with its count at the limit, and with an error if it could not count.
        if (!(refused instanceof RateLimiterRes)) throw refused
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000))
      }
    },
    async charge(key, points) {
      await limiter.penalty(key, points)
    },
  }
}

/**
 * Counts a request, or refuses it with a retry time.
 * @throws ServiceError `rate.limited`
 */
export async function spend(rateLimit: RateLimit, key: string, points: number): Promise<void> {
  const retryAfterS = await rateLimit.spend(key, points)
  if (retryAfterS !== undefined) throw new ServiceError('rate.limited', {}, retryAfterS)
}
