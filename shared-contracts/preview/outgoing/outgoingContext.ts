import { type CaipNetworkId, parseCaipNetworkId } from '../../src/caip.ts'
import type { Holding } from '../../src/holdings.ts'
import type { Network } from '../../src/network.ts'
import type { SwapRouter } from '../../src/services/swapRouters.ts'
import type { PreviewContext, TokenFacts } from '../context.ts'
import { knownContracts } from '../evm/knownContracts.ts'
import { KNOWN_TOKENS } from '../evm/knownTokens.ts'

interface Known {
  readonly network: Network
  /** The signer. */
  readonly account: string
  /** The account's holdings as reported by the services, never by a page. */
  readonly holdings: readonly Holding[]
  /** Addresses that the visitor deals with, including their own. */
  readonly familiar?: readonly string[]
  /** Routers that a swap may call, and their names, from the signed index. */
  readonly routers?: readonly SwapRouter[]
}

/** An address as a key of the context: in lower case if it begins with `0x`. */
const keyOf = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address)

/** Whether the network is well known. On any other network, a known address may belong to a different contract. */
const isPublic = (caipNetworkId: CaipNetworkId) => KNOWN_TOKENS.has(parseCaipNetworkId(caipNetworkId).reference)

/** The preview context of a request from one of our own views. */
export function outgoingContext({ network, account, holdings, familiar = [], routers = [] }: Known): PreviewContext {
  const { caipNetworkId, chainNamespace, nativeCurrency } = network
  const { symbol, decimals } = nativeCurrency
  const tokens = holdings.flatMap(({ address, ...holding }): [string, TokenFacts][] =>
    address === undefined || holding.caipNetworkId !== caipNetworkId
      ? []
      : [[keyOf(address), { standard: 'fungible', symbol: holding.symbol, decimals: holding.decimals }]],
  )
  const listed = routers.filter(({ networks }) => networks.includes(caipNetworkId))
  const known = chainNamespace === 'eip155' ? knownContracts(caipNetworkId, isPublic(caipNetworkId)) : undefined
  return {
    caipNetworkId,
    account: keyOf(account),
    native: { symbol, decimals },
    tokens: Object.fromEntries(tokens),
    ...(known && {
      ...known,
      names: { ...known.names, ...Object.fromEntries(listed.map(({ address, name }) => [address, name])) },
      roles: {
        ...known.roles,
        ...Object.fromEntries(
          listed.flatMap(({ address, kind }) => (kind === 'uniswapV2' ? [[address, 'router' as const]] : [])),
        ),
      },
    }),
    familiar: familiar.map(keyOf),
  }
}
