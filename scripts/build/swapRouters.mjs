import { EVM_CAIP_IDS, LOCAL_DESK, LOCAL_POOLS, SOLANA_CAIP_ID } from '../local.mjs'

/** @typedef {import('@portico/contracts/services/swapRouters').SwapRouters} SwapRouters */

const ONE_INCH = /** @type {const} */ ({ name: '1inch', kind: 'oneInchV6' })

/** Chain ids from chains.md, appendix F, on which 1inch's router has the same address. */
const SAME_ADDRESS = [1, 42161, 10, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]

/** CAIP-2: mainnet. */
const SOLANA_MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/**
 * The routers that swaps may use, signed with the index. Addresses are those that 1inch names for its router v6
 * (github.com/1inch/limit-order-protocol, "Deployments"), and Jupiter for its program (dev.jup.ag, "Swap API").
 * @type {SwapRouters}
 */
export const SWAP_ROUTERS = [
  {
    ...ONE_INCH,
    address: '0x111111125421ca6dc452d289314280a0f8842a65',
    networks: SAME_ADDRESS.map((id) => `eip155:${id}`),
  },
  { ...ONE_INCH, address: '0x6fd4383cb451173d5f9304f041c7bcbf27d561ff', networks: ['eip155:324'] },
  {
    name: 'Jupiter',
    kind: 'jupiterV6',
    address: 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
    networks: [SOLANA_MAINNET],
  },
]

/**
 * Adds the pools and the desk of the local chains: only for a stack's index, never for a public one.
 * @type {SwapRouters}
 */
export const LOCAL_SWAP_ROUTERS = [
  ...SWAP_ROUTERS,
  { name: 'Uniswap', kind: 'uniswapV2', address: LOCAL_POOLS.router.toLowerCase(), networks: EVM_CAIP_IDS },
  { name: 'Local desk', kind: 'transfers', address: LOCAL_DESK, networks: [SOLANA_CAIP_ID] },
]
