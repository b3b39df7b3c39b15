import type { ConvertUpstream } from './convertUpstream.ts'

/** A network's list is long, costs many requests, and rarely changes. */
const LIFETIME_MS = 60_000

type Tokens = Awaited<ReturnType<ConvertUpstream['tokens']>>

/**
 * Caches the upstream's token lists for a minute.
 * @param now milliseconds of a monotonic clock
 */
export function rememberTokens<Upstream extends ConvertUpstream>(
  upstream: Upstream,
  now = () => performance.now(),
): Upstream {
  const lists = new Map<string, { readonly tokens: Tokens; readonly until: number }>()
  return {
    ...upstream,
    async tokens(caipNetworkId, signal) {
      const known = lists.get(caipNetworkId)
      if (known && now() < known.until) return known.tokens
      const tokens = await upstream.tokens(caipNetworkId, signal)
      lists.set(caipNetworkId, { tokens, until: now() + LIFETIME_MS })
      return tokens
    },
  }
}
