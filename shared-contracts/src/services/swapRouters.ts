import { array, check, object, picklist, pipe, string } from 'valibot'
import { ROUTER_KINDS, type SwapRouter } from '../swapRouter.ts'
import { CaipNetworkIdText } from './wireText.ts'

/** The address formats, keyed by the router's kind. */
const EVM = /^eip155:0x[\da-f]{40}$/
const SOLANA = /^solana:[1-9A-HJ-NP-Za-km-z]{32,44}$/
const ADDRESSES = { uniswapV2: EVM, oneInchV6: EVM, jupiterV6: SOLANA, transfers: SOLANA } as const

/** The swap routers, in the signed release index, so no service can add one. Networks without routers have no swaps. */
export const SwapRouters = array(
  pipe(
    object({
      address: string(),
      name: string(),
      kind: picklist(ROUTER_KINDS),
      networks: array(CaipNetworkIdText),
    }),
    check(
      ({ address, kind, networks }) =>
        networks.every((network) => ADDRESSES[kind].test(`${network.split(':')[0]}:${address}`)),
      'must have an address of the family of its networks, on EVM in lower case',
    ),
  ),
)

export type SwapRouters = readonly SwapRouter[]
export type { SwapRouter }
