import type { CaipNetworkId } from '@portico/contracts'
import { type Address, getAddress, isAddress } from 'viem'
import { parseRpcChain } from '../../jsonRpc/upstreamList.ts'
import { parsed, type Values, variable } from '../../variables.ts'

/** The pools of Uniswap v2, or of a fork, on one network. */
export interface PoolNetwork {
  /** The router, whose contract knows the factory and the wrapped coin. */
  readonly router: Address
  /** The token that counts as a US dollar, in which prices are given. */
  readonly dollar: Address
}
export type PoolNetworks = ReadonlyMap<CaipNetworkId, PoolNetwork>

const POOLS =
  'must be a list like eip155:1=<router>,<dollar token>;eip155:10=<router>,<dollar token> that names each chain once'

/** @returns undefined if `text` is malformed */
function parsePools(text: string): PoolNetworks | undefined {
  const networks = new Map<CaipNetworkId, PoolNetwork>()
  for (const part of text.split(/[;\s]+/).filter(Boolean)) {
    const [id = '', addresses = '', ...more] = part.split('=')
    const chain = parseRpcChain(id)
    const [router = '', dollar = '', ...others] = addresses.split(',')
    const areTwo = isAddress(router, { strict: false }) && isAddress(dollar, { strict: false }) && !others.length
    if (chain?.namespace !== 'eip155' || more.length || !areTwo || networks.has(chain.caipNetworkId)) return undefined
    networks.set(chain.caipNetworkId, { router: getAddress(router), dollar: getAddress(dollar) })
  }
  return networks.size > 0 ? networks : undefined
}

/** The environment variable of the pools, which `environment.ts` of the process reads. */
export const poolsEnvironment = {
  POOLS: variable(
    parsed(parsePools, POOLS),
    'pools of Uniswap v2 for quotes and prices: `eip155:1=<router>,<dollar token>`. Each chain needs a node in `RPC_UPSTREAMS`',
  ),
}

const NONE: PoolNetworks = new Map()

export const poolsOptions = ({ POOLS: networks = NONE }: Values<typeof poolsEnvironment>) => networks
