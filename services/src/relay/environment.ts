import { check, pipe, regex, string, transform } from 'valibot'
import { variable } from '../variables.ts'

const PUBLIC_URL = 'must be a URL, or several with commas between them, that begin with wss:// or ws://'

const splitUrls = (text: string) => text.split(',').map((url) => url.trim())
const isSocketUrl = (url: string) => /^wss?:\/\//.test(url) && URL.canParse(url)

/** The environment variables of the relay. */
export const relayEnvironment = {
  REDIS_URL: variable(
    pipe(string(), regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')),
    '`redis://…` or `rediss://…`, Redis 6.2 or newer (tested with 7.0), where messages are kept, so that several processes serve the same pairings. Secret',
    'in memory',
  ),
  RELAY_PUBLIC_URL: variable(
    pipe(
      string(),
      transform(splitUrls),
      check((urls) => urls.every(isSocketUrl), PUBLIC_URL),
    ),
    'the URL at which clients reach the relay, like `wss://wallet.example/relay`; several are separated by commas. A token for another host is refused. Set it in production',
    'any',
  ),
}

/** The operator's settings for the relay. */
export interface RelaySettings {
  /** Without a Redis server, messages are kept in this process. */
  readonly redisUrl?: string
  /** The relay's public URLs. If there are none, the client's own `Host` header is trusted. */
  readonly publicUrls: readonly string[]
  /** How many proxies in front of this process append to `X-Forwarded-For`. */
  readonly trustedProxies: number
}
