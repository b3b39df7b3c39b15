import { check, optional, pipe, regex, string, transform } from 'valibot'

const PUBLIC_URL = 'must be a URL, or several with commas between them, that begin with wss:// or ws://'

const splitUrls = (text: string) => text.split(',').map((url) => url.trim())
const isSocketUrl = (url: string) => /^wss?:\/\//.test(url) && URL.canParse(url)

/** The environment variables of the relay. */
export const relayEnvironment = {
  REDIS_URL: optional(pipe(string(), regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://'))),
  RELAY_PUBLIC_URL: optional(
    pipe(
      string(),
      transform(splitUrls),
      check((urls) => urls.every(isSocketUrl), PUBLIC_URL),
    ),
  ),
}

/** The operator's settings for the relay. */
export interface RelaySettings {
  /** Without a Redis server, messages are kept in this process. */
  readonly redisUrl?: string
  /** The relay's public URLs; none: the client's own host header is believed. */
  readonly publicUrls: readonly string[]
  /** How many proxies before this process append to `X-Forwarded-For`. */
  readonly trustedProxies: number
}

/** Converts environment values to options. */
export const relaySettings = (values: {
  readonly REDIS_URL?: string | undefined
  readonly RELAY_PUBLIC_URL?: readonly string[] | undefined
  readonly TRUSTED_PROXIES: number
}): RelaySettings => ({
  redisUrl: values.REDIS_URL,
  publicUrls: values.RELAY_PUBLIC_URL ?? [],
  trustedProxies: values.TRUSTED_PROXIES,
})
