import type { CaipNetworkId } from '@portico/contracts'
import { BalanceQuery, type Balances } from '@portico/contracts/services/balances'
import { type Context, Hono } from 'hono'
import { ServiceError } from '../../http/errors.ts'
import { ownOrigin } from '../../http/ownOrigin.ts'
import { check } from '../../http/readBody.ts'
import { requireProject } from '../../projectConfig/requireProject.ts'
import type { Parts } from '../parts.ts'
import { readAccount } from './addressFamily.ts'
import { chainsWithoutNode, createHoldings } from './createHoldings.ts'
import type { BalancesOptions } from './environment.ts'
import { keepHoldings } from './keepHoldings.ts'
import { keepPrices } from './keepPrices.ts'
import { priceHoldings } from './priceHoldings.ts'

/**
 * services.md §7.5: without an `Origin` or an `sv`, the list is empty. Portico's clients send both; the rule keeps out
 * anyone who merely collects balances. A page on the services' own origin sends no `Origin` with a GET, but its browser
 * marks the request as same-origin.
 */
const isClient = (c: Context) =>
  Boolean(c.req.header('origin') || c.req.header('sec-fetch-site') === 'same-origin') && Boolean(c.req.query('sv'))

const isMalformedAddress = (reason: unknown) => reason instanceof ServiceError && reason.code === 'address.malformed'

/**
 * services.md §7.5: `GET /v1/account/{address}/balance`. A request without a `chainId` gets the balances on every chain
 * of the address's family; a chain that is down does not affect the others.
 */
export function balancesApi(
  parts: Pick<Parts, 'chains' | 'projects' | 'tokens' | 'prices' | 'log' | 'signal'>,
  options: BalancesOptions = {},
) {
  const { chains, projects, log, signal } = parts
  const holdings = keepHoldings(createHoldings(parts, options), signal)
  const prices = keepPrices(parts.prices)
  const ids = [...new Set([...chains.ids, ...chainsWithoutNode(options)])]

  async function readAll(networks: readonly CaipNetworkId[], address: string, forced: readonly string[]) {
    const answers = await Promise.allSettled(
      networks.map(async (caipNetworkId) => {
        const isFresh = forced.some((token) => token.startsWith(`${caipNetworkId}:`))
        return (await holdings.read(caipNetworkId, address, isFresh)).map((holding) => ({ caipNetworkId, ...holding }))
      }),
    )
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    if (failures.length > 0 && failures.length === answers.length) throw failures[0]
    // A network that rejects the address as malformed does not count as failed: each Bitcoin network knows only its own
    // addresses.
    const missing = failures.filter((reason) => !isMalformedAddress(reason))
    if (missing.length > 0) log.warn('the balances of a chain are missing', { chains: missing.length })
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }

  return new Hono().get('/v1/account/:address/balance', async (c) => {
    await requireProject(c, projects)
    const { chainId, forceUpdate = [] } = check(BalanceQuery, c.req.query())
    const { address, networks } = readAccount(c.req.param('address'), chainId, ids)

    // A transaction may change the balance at any moment, and clients cache a response for as long as its header
    // allows.
    c.header('Cache-Control', 'no-store')
    if (!isClient(c)) return c.json({ balances: [] } satisfies Balances)
    const owned = await readAll(networks, address, forceUpdate)
    const balances = await priceHoldings(owned, prices, forceUpdate.length > 0, ownOrigin(c))
    return c.json({ balances } satisfies Balances)
  })
}
