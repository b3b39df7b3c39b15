import { CurrencyList, NetworkList, TokenList, TokenQuery } from '@portico/contracts/services/publicLists'
import { Hono } from 'hono'
import { parse } from 'valibot'
import { cached } from '../http/cached.ts'
import { check } from '../http/readBody.ts'
import { currencies } from './currencies.ts'
import { registryNetworks } from './registryNetworks.ts'
import { registryTokens } from './registryTokens.ts'

const forAnHour = cached('public, max-age=3600, stale-while-revalidate=86400')

// Parsing drops the fields for images, which the schemas omit.
const networkList = parse(NetworkList, { data: registryNetworks })
const currencyList = parse(CurrencyList, { data: currencies })
const tokenLists: ReadonlyMap<string, TokenList> = new Map(
  [...new Set(registryTokens.map(({ caip2 }) => caip2))].map((network) => [
    network,
    parse(TokenList, { data: registryTokens.filter(({ caip2 }) => caip2 === network) }),
  ]),
)

/** The registry's lists other than wallets. Their paths are our own; other registries do not have them. */
export const listsApi = () =>
  new Hono()
    .get('/public/networks', forAnHour, (c) => c.json(networkList))
    .get('/public/tokens', forAnHour, (c) => {
      const { chainId } = check(TokenQuery, c.req.query())
      return c.json(tokenLists.get(chainId) ?? { data: [] })
    })
    .get('/public/currencies', forAnHour, (c) => c.json(currencyList))
