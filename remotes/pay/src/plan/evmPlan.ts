import type { EvmTransactionRequest } from '@portico/contracts'
import { dataFee } from '@portico/contracts/chains/evm/dataFee'
import { evmNode, withGasMargin, wordOf } from '@portico/contracts/chains/evm/node'
import { checkTransfer } from '../guard/checkTransfer.ts'
import { type Asking, isDirect, type Plan, type ReadyPlan, type Wish } from './plan.ts'
import { askQuote } from './quote.ts'

const TRANSFER = '0xa9059cbb'
/** Gas for the payment after an approval, which cannot be estimated yet. */
const GAS_BEFORE_BUILD = 250_000n

/** An ERC-20 `transfer` or a coin transfer of the exact amount to the recipient. */
function directly({ bill, account }: Wish): EvmTransactionRequest {
  const { caipNetworkId, recipient, token } = bill
  const amount = BigInt(bill.amount)
  const common = { namespace: 'eip155', caipNetworkId, from: account } as const
  if (token.address === undefined) return { ...common, to: recipient, value: amount }
  return {
    ...common,
    to: token.address,
    value: 0n,
    data: `${TRANSFER}${wordOf(recipient)}${wordOf(amount.toString(16))}`,
  }
}

type Draft = Pick<ReadyPlan, 'step' | 'most' | 'fees' | 'router' | 'seconds'> & {
  readonly request: EvmTransactionRequest
}

async function swapped(wish: Wish, ask: Asking, signal: AbortSignal, now: number): Promise<Draft | undefined> {
  const quote = await askQuote(ask, wish, signal)
  if (!quote) return undefined
  const { caipNetworkId } = wish.bill
  const routers = ask.swapRouters().filter(({ networks }) => networks.includes(caipNetworkId))
  return checkTransfer(quote, { ...wish, routers, now })
}

/**
 * The paying transaction, or the approval that must come first.
 * @throws ModalError `transaction.unexpected` if a service builds anything else, `node.refused` if the transaction
 *   would fail now, `service.*`
 */
export async function evmPlan(wish: Wish, ask: Asking, signal: AbortSignal): Promise<Plan> {
  const { bill, account, source } = wish
  if (bill.recipient.toLowerCase() === account.toLowerCase()) return { obstacle: { type: 'ownAddress' } }
  const at = Date.now()
  const node = evmNode(ask, bill.caipNetworkId, signal)
  const draft = isDirect(wish)
    ? ({ step: 'pay', request: directly(wish), most: BigInt(bill.amount), fees: [] } as const)
    : await swapped(wish, ask, signal, at)
  if (!draft) return { obstacle: { type: 'noRoute' } }
  const coins = await node.coins(account)
  const there = source.address === undefined ? coins : await node.tokens(account, source.address)
  if (there < draft.most) return { obstacle: { type: 'tooLittle', missing: draft.most - there } }
  if (coins === 0n) return { obstacle: { type: 'noFee' } }
  const price = await node.gasPrice()
  const gas = await node.gas(draft.request).catch((error: unknown) => {
    // Nodes reject an estimate that the account cannot afford, each with its own message.
    const least = 21_000n * price + draft.request.value
    return coins < least ? undefined : Promise.reject(error)
  })
  if (gas === undefined) return { obstacle: { type: 'noFee' } }
  const limit = withGasMargin(gas) + (draft.step === 'approve' ? GAS_BEFORE_BUILD : 0n)
  const fee = limit * price + (await dataFee(bill.caipNetworkId.slice('eip155:'.length), draft.request, node))
  const paid = source.address === undefined ? draft.most : 0n
  return coins < fee + paid ? { obstacle: { type: 'noFee' } } : { ...draft, wish, fee, at }
}
