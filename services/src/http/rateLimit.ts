import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ServiceError } from './errors.ts'

export interface RateLimitOptions {
  /** The points per second for each key, averaged over the window. */
  readonly perSecond: number
  /** The points for this many seconds may be spent at once. */
  readonly windowS: number
}

/** Counts points per key, such as a project or an address. */
export interface RateLimit {
  /** @returns undefined within the limit, or else the seconds until points are available again */
  spend(key: string, points: number): Promise<number | undefined>
  /** Counts points that have already been spent. It never refuses, but later calls may have to wait. */
  charge(key: string, points: number): Promise<void>
}

/** @param create makes a limiter of the library, by default in memory; with Redis, several processes count together */
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
        // At the limit, the library rejects with its count. If it could not count, it rejects with an error.
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
