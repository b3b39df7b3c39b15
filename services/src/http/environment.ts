import { type Values, wholeNumber, withDefault } from '../variables.ts'

/** The environment variables common to all services. */
export const clientEnvironment = {
  CLIENT_REQUESTS_PER_SECOND: withDefault(
    '1000',
    wholeNumber(1, 1_000_000),
    'the limit per client, averaged over ten seconds, for all requests except health, metrics and the relay; see [below](#limits). Further requests are answered with 429',
  ),
  TRUSTED_PROXIES: withDefault(
    '0',
    wholeNumber(0, 10),
    'how many of your own proxies stand before the process and append to `X-Forwarded-For`. At 0, all clients behind a proxy share the limits of one address',
  ),
}

/** The operator's options for limiting clients. */
export interface ClientOptions {
  /** The limit per client, averaged over several seconds, for all requests except health, metrics and the relay. */
  readonly requestsPerSecond: number
  /** How many of the operator's proxies are in front of this process and append to `X-Forwarded-For`. */
  readonly trustedProxies: number
}

export const clientOptions = (values: Values<typeof clientEnvironment>): ClientOptions => ({
  requestsPerSecond: values.CLIENT_REQUESTS_PER_SECOND,
  trustedProxies: values.TRUSTED_PROXIES,
})

export const DEFAULT_CLIENT_OPTIONS: ClientOptions = { requestsPerSecond: 1_000, trustedProxies: 0 }
