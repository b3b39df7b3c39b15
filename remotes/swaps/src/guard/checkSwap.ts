import type { EvmTransactionRequest } from '@portico/contracts'
import type { BuiltSwap } from '@portico/contracts/services/convert'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import { leastOf } from '../formulas.ts'
import { isSameToken, plainAddress, type TokenId } from '../token.ts'
import type { Wanted } from './checkApproval.ts'
import { readSwapCall } from './readSwapCall.ts'
import { unexpected } from './unexpected.ts'

export interface WantedSwap extends Wanted {
  readonly to: TokenId
  /** The amount that the visitor was quoted, in the smallest unit of `to`. */
  readonly quoted: bigint
  readonly slippageBps: bigint
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface CheckedSwap {
  readonly request: EvmTransactionRequest
  readonly router: SwapRouter
  /** The minimum that the router enforces, in the smallest unit of the target. */
  readonly minimum: bigint
  /** The wrapped coin that the router unwraps for the account; absent if unknown. */
  readonly unwraps?: string | undefined
}

/** The longest time that a quote allows until the deadline. */
const LIFETIME_S = 3_600n
/** Tolerated clock difference. */
const CLOCK_S = 120n

const tokenOf = (address: string, { caipNetworkId }: TokenId): TokenId =>
  address === 'coin' ? { caipNetworkId } : { caipNetworkId, address }

/**
 * Turns a service's swap into a request: a router of the signed index swaps the amount of one token into the other, for
 * the account itself and at least the quote minus slippage.
 * @throws ModalError `transaction.unexpected`
 */
export function checkSwap({ tx }: BuiltSwap, wanted: WantedSwap): CheckedSwap {
  const { account, from, to, amount, routers, quoted, slippageBps, now } = wanted
  const { caipNetworkId } = from
  const target = plainAddress(tx.to, caipNetworkId)?.toLowerCase()
  const router = routers.find(({ address }) => address === target)
  if (!router) throw unexpected('the swap goes through an unknown contract')
  const call = readSwapCall(router.kind, tx.data, account)
  if (!call) throw unexpected('we can’t tell what the swap does')
  if (!isSameToken(tokenOf(call.from, from), from)) throw unexpected('the swap pays with another token')
  if (!isSameToken(tokenOf(call.to, to), to)) throw unexpected('the swap is for another token')
  if (call.amount !== undefined && call.amount !== amount) throw unexpected('the swap is for another amount')
  if (call.receiver !== account.toLowerCase()) throw unexpected('someone else would receive it')
  if (call.minimum < leastOf(quoted, slippageBps)) throw unexpected('you could receive less than quoted')
  const seconds = BigInt(Math.floor(now / 1_000))
  if (call.deadline !== undefined && call.deadline <= seconds - CLOCK_S) throw unexpected('the quote has expired')
  if (call.deadline !== undefined && call.deadline > seconds + LIFETIME_S) {
    throw unexpected('the swap would stay valid for too long')
  }
  // Services send no value (services.md §7.13), so it is computed: the amount if the coin is paid, else zero.
  const value = from.address === undefined ? amount : 0n
  const data = tx.data.toLowerCase() as `0x${string}`
  return {
    request: { namespace: 'eip155', caipNetworkId, from: account, to: router.address, value, data },
    router,
    minimum: call.minimum,
    unwraps: call.unwraps,
  }
}
