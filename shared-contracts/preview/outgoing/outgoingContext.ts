import { type CaipNetworkId, parseCaipNetworkId } from '../../src/caip.ts'
import type { Holding } from '../../src/holdings.ts'
import type { Network } from '../../src/network.ts'
import type { SwapRouter } from '../../src/services/swapRouters.ts'
import type { PreviewContext, TokenFacts } from '../context.ts'
import { knownContracts } from '../evm/knownContracts.ts'
import { KNOWN_TOKENS } from '../evm/knownTokens.ts'

interface Known {
  readonly network: Network
  /** Who signs. */
  readonly account: string
  /** What the account has: the services' list, and no page's. */
  readonly holdings: readonly Holding[]
  /** Addresses that the visitor has to do with, their own among them. */
  readonly familiar?: readonly string[]
  /** Of the signed index: what may be called for a swap, by name. */
  readonly routers?: readonly SwapRouter[]
}

/** As the context writes addresses: those of `0x` in lower case. */
const keyOf = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address)

/** A network that everybody knows: others may have anything at an address that is known there. */
const isPublic = (caipNetworkId: CaipNetworkId) => KNOWN_TOKENS.has(parseCaipNetworkId(caipNetworkId).reference)

/** What is known around a request of one of our own views. */
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
