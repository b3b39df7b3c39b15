import { maxValue, minValue, optional, pipe, regex, string, transform } from 'valibot'

const RATE = 'must be a whole number from 1 to 1000000'
const PROXIES = 'must be a whole number from 0 to 10'

/** The environment variables common to all services. */
export const clientEnvironment = {
  CLIENT_REQUESTS_PER_SECOND: optional(
    pipe(string(), regex(/^\d{1,7}$/, RATE), transform(Number), minValue(1, RATE), maxValue(1_000_000, RATE)),
    '1000',
  ),
  TRUSTED_PROXIES: optional(pipe(string(), regex(/^\d{1,2}$/, PROXIES), transform(Number), maxValue(10, PROXIES)), '0'),
}

/** The operator's options for clients. */
export interface ClientOptions {
  /** Per address, averaged over several seconds, for requests that no project is charged for. */
  readonly requestsPerSecond: number
  /** How many proxies before this process append to `X-Forwarded-For`. */
  readonly trustedProxies: number
}

/** Converts environment values to options. */
export const clientOptions = (values: {
  readonly CLIENT_REQUESTS_PER_SECOND: number
  readonly TRUSTED_PROXIES: number
}): ClientOptions => ({
  requestsPerSecond: values.CLIENT_REQUESTS_PER_SECOND,
  trustedProxies: values.TRUSTED_PROXIES,
})

export const DEFAULT_CLIENT_OPTIONS: ClientOptions = { requestsPerSecond: 1_000, trustedProxies: 0 }
