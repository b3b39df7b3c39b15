import type { Holding } from '@portico/contracts'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import type { Token } from './token.ts'

export const DOLLAR = '0x6b175474e89094c44da98b954eedeac495271d0f'
export const ROUTER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
export const AGGREGATOR = '0x111111125421ca6dc452d289314280a0f8842a65'

export const routers: readonly SwapRouter[] = [
  { address: ROUTER, name: 'Uniswap', kind: 'uniswapV2', networks: ['eip155:1'] },
  { address: AGGREGATOR, name: '1inch', kind: 'oneInchV6', networks: ['eip155:1'] },
]

const caipNetworkId = 'eip155:1'
export const ether: Token = { caipNetworkId, name: 'Ether', symbol: 'ETH', decimals: 18 }
export const dollar: Token = { caipNetworkId, address: DOLLAR, name: 'Dollar', symbol: 'USD', decimals: 6 }
export const euro: Token = { caipNetworkId, address: `0x${'e0'.repeat(20)}`, name: 'Euro', symbol: 'EUR', decimals: 2 }

/** 1.5 ETH at 2,000 dollars. */
export const ownEther: Holding = { ...ether, iconUrl: undefined, amount: '1500000000000000000', price: '2000' }
/** 12.5 USD at one dollar. */
export const ownDollars: Holding = { ...dollar, iconUrl: undefined, amount: '12500000', price: '1' }
