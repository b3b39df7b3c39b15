import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ServiceError } from './errors.ts'

export interface RateLimitOptions {
  /** For each key, on an average over the window. */
  readonly perSecond: number
  /** What is due in this time may be spent at once. */
  readonly windowS: number
}

/** Counts what each key (a project, an address) spends. */
export interface RateLimit {
  /** @returns undefined when it is within the limit; else after how many seconds there is something to spend again */
  spend(key: string, points: number): Promise<number | undefined>
  /** Counts what was spent already, without a refusal: the next to spend may have to wait for it. */
  charge(key: string, points: number): Promise<void>
}

/**
 * @param create counts in the memory of this process unless told otherwise: with one of the library's limiters over
 *   Redis, several processes count together
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
        // The library rejects with its count when the limit is reached, and with an error when it could not count.
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
 * Counts a request. The client hears when to come back.
 * @throws ServiceError `rate.limited`
 */
export async function spend(rateLimit: RateLimit, key: string, points: number): Promise<void> {
  const retryAfterS = await rateLimit.spend(key, points)
  if (retryAfterS !== undefined) throw new ServiceError('rate.limited', {}, retryAfterS)
}
