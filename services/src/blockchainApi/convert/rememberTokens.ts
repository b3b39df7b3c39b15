import type { ConvertUpstream } from './convertUpstream.ts'

/** The list of a network is long, costly to put together, and changes seldom. */
const LIFETIME_MS = 60_000

type Tokens = Awaited<ReturnType<ConvertUpstream['tokens']>>

/**
 * The same upstream, whose lists of tokens are good for a minute.
 * @param now milliseconds of a clock that never goes back
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
