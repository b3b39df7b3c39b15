import type { CaipNetworkId } from '@portico/contracts'
import { LOCAL_TOKENS } from '@portico/local/chains/evmContracts'
import { seedEvmChain } from '@portico/local/chains/seedEvmChain'
import { type LocalEvmChain, startAnvil } from '@portico/local/chains/startAnvil'
import { UNISWAP_CONTRACTS } from '@portico/local/chains/uniswapContracts'
import { type Address, createTestClient, getAddress, http, publicActions, walletActions } from 'viem'
import { createChains } from '../src/blockchainApi/chains.ts'
import type { Parts } from '../src/blockchainApi/parts.ts'
import { createPools, type Pools } from '../src/blockchainApi/pools/createPools.ts'
import { createPriceSource, type PriceUpstream } from '../src/blockchainApi/prices/createPriceSource.ts'
import { createTokenDirectory } from '../src/blockchainApi/tokenDirectory.ts'
import { createLog } from '../src/log.ts'
import { createKnownProjects } from '../src/projectConfig/knownProjects.ts'
import { sampleFeatures } from '../src/projectConfig/seedProject.ts'
import { freeUrl } from './fakeNode.ts'

export const LOCAL_NETWORK: CaipNetworkId = 'eip155:31337'
export const SHOP = '0'.repeat(31) + 1

export const addressOf = (symbol: string): Address => {
  const token = LOCAL_TOKENS.find((known) => known.symbol === symbol)
  return symbol === 'WETH' || !token ? UNISWAP_CONTRACTS.wrappedEther : token.address
}
/** The CAIP-10 id of a token; `ETH` is the coin. */
export const caipOf = (symbol: string) =>
  `${LOCAL_NETWORK}:${symbol === 'ETH' ? `0x${'e'.repeat(40)}` : addressOf(symbol)}`

export interface PoolParts extends Parts {
  readonly pools: Pools
  readonly lines: readonly string[]
}

/** The dependencies of the services, for these nodes and the local pools. */
export function partsOver(
  nodes: ReadonlyMap<CaipNetworkId, readonly URL[]>,
  { hasPools = true, upstream }: { readonly hasPools?: boolean; readonly upstream?: PriceUpstream } = {},
): PoolParts {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const chains = createChains(nodes)
  const network = { router: getAddress(UNISWAP_CONTRACTS.router), dollar: addressOf('USDC') }
  const pools = createPools(chains, hasPools ? new Map([[LOCAL_NETWORK, network]]) : new Map())
  const tokens = createTokenDirectory(
    LOCAL_TOKENS.map(({ address, name, symbol, decimals }) => ({
      caip2: LOCAL_NETWORK,
      address,
      name,
      symbol,
      decimals,
    })),
  )
  const project = { id: SHOP, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
  const projects = createKnownProjects(async (id) => (id === SHOP ? project : undefined))
  const prices = createPriceSource({ tokens, log }, pools, upstream)
  return { chains, projects, tokens, prices, log, signal: new AbortController().signal, pools, lines }
}

/** Starts anvil with the pools of the local chains. */
export async function startLocalPools() {
  const { port } = await freeUrl()
  const chain: LocalEvmChain = await startAnvil({ chainId: 31337, port: Number(port) })
  await seedEvmChain(chain.rpcUrl)
  const client = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) })
    .extend(walletActions)
    .extend(publicActions)
  return {
    client,
    url: new URL(chain.rpcUrl),
    async stop() {
      chain.stop()
      await chain.ended
    },
  }
}
