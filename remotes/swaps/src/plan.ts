import {
  type ActingCommands,
  type EvmTransactionRequest,
  isModalError,
  type Network,
  type SolanaTransactionRequest,
} from '@portico/contracts'
import { dataFee } from '@portico/contracts/chains/evm/dataFee'
import { type EvmNode, evmNode } from '@portico/contracts/chains/evm/node'
import type { Decimal } from '@portico/contracts/money'
import type { Description, Outcome, PreviewContext } from '@portico/contracts/preview'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import { beforeBuild } from './bytesBeforeBuild.ts'
import { feeOf, GAS_BEFORE_BUILD, gasLimitOf } from './formulas.ts'
import { checkApproval, takingBack } from './guard/checkApproval.ts'
import { checkDecimals } from './guard/checkDecimals.ts'
import { checkIncome } from './guard/checkIncome.ts'
import { checkSwap } from './guard/checkSwap.ts'
import { contextOf, tryPlan } from './preview.ts'
import { askAllowance, askApproval, askPrices, askQuote, askSwap, type Swap } from './service.ts'
import type { Token } from './token.ts'

export interface Wish extends Swap {
  readonly network: Network
  readonly from: Token
  readonly to: Token
  readonly slippageBps: bigint
}

interface AnyPlan<Request = EvmTransactionRequest> {
  readonly wish: Wish
  /** The quoted amount, in the smallest unit of the target. */
  readonly quoted: bigint
  /** US dollar prices of source and target. */
  readonly prices: readonly [Decimal | undefined, Decimal | undefined]
  /** Gas that the fee is based on; lamports on Solana. */
  readonly gas: bigint
  /** Maximum in the coin's smallest unit: everything that leaves the account besides the amount. */
  readonly fee: bigint
  /** The account's coin balance. */
  readonly coins: bigint
  readonly request: Request
  readonly router: SwapRouter
  /** The simulation's result. */
  readonly outcome: Outcome
  /** Milliseconds since 1970. */
  readonly at: number
}

/** `reset`: the token requires revoking the earlier approval first. */
export interface ApprovalPlan extends AnyPlan {
  readonly step: 'approve' | 'reset'
}

export interface SwapPlan extends AnyPlan {
  readonly step: 'swap'
  /** The minimum that the router enforces, in the smallest unit of the target. */
  readonly minimum: bigint
  /** The wrapped coin that the router unwraps for the account; absent if unknown. */
  readonly unwraps?: string | undefined
}

/** Solana needs no approval: the transaction itself moves the tokens. */
interface SolanaSwapPlan extends AnyPlan<SolanaTransactionRequest> {
  readonly step: 'swap'
  readonly minimum: bigint
  readonly unwraps?: undefined
  /** The description of what is signed, and its context. */
  readonly words: { readonly description: Description; readonly context: PreviewContext }
}

/** A plan with a wallet request. */
export type SignablePlan = ApprovalPlan | SwapPlan | SolanaSwapPlan

interface NoRoute {
  readonly step: 'noRoute'
}

/** The next step. Without a route there is no request. */
export type Plan = SignablePlan | NoRoute

export type Asking = Pick<ActingCommands, 'askNode' | 'askService' | 'swapRouters'>

/** A token may reject a new allowance while an old one exists (USDT), so the old one is revoked first. */
async function approvalStep(approval: EvmTransactionRequest, allowance: bigint, node: EvmNode) {
  try {
    return { step: 'approve' as const, request: approval, gas: await node.gas(approval) }
  } catch (error) {
    if (allowance === 0n || !isModalError(error) || error.code !== 'node.refused') throw error
    const request = takingBack(approval)
    return { step: 'reset' as const, request, gas: await node.gas(request) }
  }
}

/**
 * Requests quote and allowance, then the approval or the swap: built by the service, checked here, simulated by the
 * node.
 * @throws ModalError `transaction.unexpected` if the service builds anything other than the wish, `node.refused` if the
 *   transaction would fail now, `service.*`
 */
export async function makePlan(
  wish: Wish,
  ask: Asking,
  signal: AbortSignal,
): Promise<ApprovalPlan | SwapPlan | NoRoute> {
  const { from, to, amount, slippageBps, account, network } = wish
  const { caipNetworkId } = from
  const at = Date.now()
  const node = evmNode(ask, caipNetworkId, signal)
  const routers = ask.swapRouters().filter(({ networks }) => networks.includes(caipNetworkId))
  const coinDecimals = network.nativeCurrency.decimals
  const [quoted, allowance, [paid, received], gasPrice, coins] = await Promise.all([
    askQuote(ask, wish, signal),
    from.address === undefined ? amount : askAllowance(ask, wish, signal),
    askPrices(ask, [from, to], signal),
    node.gasPrice(),
    node.coins(account),
    ...[from, to].map((token) => checkDecimals(token, coinDecimals, node)),
  ])
  if (quoted === undefined) return { step: 'noRoute' }
  const common = { wish, quoted, prices: [paid, received] as const, coins, at }
  const wanted = { account, from, amount, routers }
  const tried = (request: EvmTransactionRequest, router: SwapRouter) => {
    const plan = { wish, request, router }
    return tryPlan(plan, contextOf(plan), ask, signal)
  }
  if (allowance < amount) {
    const { request: approval, router } = checkApproval(await askApproval(ask, wish, signal), wanted)
    const { step, request, gas: own } = await approvalStep(approval, allowance, node)
    // The following swap cannot be estimated yet.
    const gas = own + GAS_BEFORE_BUILD
    const [ofData, ofSwap, outcome] = await Promise.all([
      dataFee(network.id, request, node),
      dataFee(network.id, beforeBuild(), node),
      tried(request, router),
    ])
    return { ...common, step, request, router, gas, fee: feeOf(gas, gasPrice) + ofData + ofSwap, outcome }
  }
  const built = await askSwap(ask, wish, slippageBps, signal)
  const { request, router, minimum, unwraps } = checkSwap(built, { ...wanted, to, quoted, slippageBps, now: at })
  const [estimated, ofData, outcome] = await Promise.all([
    node.gas(request),
    dataFee(network.id, request, node),
    tried(request, router),
  ])
  checkIncome(outcome, account, to, minimum)
  const gas = gasLimitOf(estimated, BigInt(built.tx.eip155.gas))
  const fee = feeOf(gas, gasPrice) + ofData
  return { ...common, step: 'swap', request: { ...request, gas }, router, minimum, unwraps, gas, fee, outcome }
}
