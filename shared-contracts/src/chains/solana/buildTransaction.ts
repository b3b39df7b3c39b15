import type { SolanaTransactionRequest } from '@portico/contracts'
import { cappedPrice, feeFor, paddedUnits, TOKEN_UNITS_MAX } from './budget.ts'
import { unitLimit, unitPrice } from './instructions.ts'
import { compileMessage, type Instruction, unsigned } from './message.ts'
import type { SolanaNode } from './node.ts'
import type { SolanaTransfer } from './plan.ts'

interface Built {
  readonly request: SolanaTransactionRequest
  /** The highest fee, in lamports. */
  readonly fee: bigint
}

const writableOf = (instructions: readonly Instruction[]) => [
  ...new Set(instructions.flatMap(({ accounts }) => accounts.flatMap((one) => (one.isWritable ? [one.address] : [])))),
]

/**
 * Builds a transaction with a compute budget, and simulates it.
 * @param units the most units that the transaction takes, if known
 * @throws ModalError `node.refused` if the transaction would fail
 */
export async function buildTransaction(
  { network, from }: Pick<SolanaTransfer, 'network' | 'from'>,
  instructions: readonly Instruction[],
  node: SolanaNode,
  units?: bigint,
): Promise<Built> {
  const [{ blockhash, lastValidBlockHeight }, wanted] = await Promise.all([
    node.blockhash(),
    node.price(writableOf(instructions)),
  ])
  const messageWith = (limit: bigint, price: bigint) =>
    compileMessage(from, blockhash, [unitLimit(limit), unitPrice(price), ...instructions])
  const tried = await node.unitsOf(unsigned(messageWith(units ?? TOKEN_UNITS_MAX, 0n)))
  const limit = units ?? (tried === undefined ? TOKEN_UNITS_MAX : paddedUnits(tried))
  const price = cappedPrice(wanted, limit)
  const message = messageWith(limit, price)
  const own = feeFor(price, limit)
  const told: bigint = (await node.feeFor(message)) ?? own
  return {
    request: {
      namespace: 'solana',
      caipNetworkId: network.caipNetworkId,
      from,
      transaction: unsigned(message),
      lastValidBlockHeight,
    },
    fee: told > own ? told : own,
  }
}
