import { type CaipNetworkId, ModalError } from '@portico/contracts'
import { array, nullish, object, pipe, regex, string, unknown } from 'valibot'
import type { AskingSolana } from './plan.ts'
import { CONFIRMED, Count, IN_BASE64, ofValue, solanaAsker, solanaReads, Whole } from './reads.ts'
import { solanaReason } from './reason.ts'

const Blockhash = ofValue(
  object({ blockhash: pipe(string(), regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)), lastValidBlockHeight: Count }),
)
const Prices = array(object({ prioritizationFee: Whole }))
const Epoch = object({ epoch: Whole })
const Simulation = ofValue(object({ err: unknown(), logs: nullish(array(string())), unitsConsumed: nullish(Whole) }))

/** chains.md §5.3: the wording of known failures, each with a pattern that recognizes the node's message. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/no record of a prior credit|insufficient funds for (fee|rent)/i, 'Not enough SOL to cover fees or rent'],
  [/insufficient lamports/i, 'Not enough SOL to cover this transfer'],
  [/account is frozen/i, 'The account of the token is frozen'],
]

function reasonOf(error: unknown, logs: readonly string[]): string {
  const text = [JSON.stringify(error), ...logs].join('\n')
  const known = REASONS.find(([pattern]) =>
    pattern.test(text.replace(/InsufficientFundsFor(Fee|Rent)/, 'insufficient funds for $1')),
  )
  const last = logs.filter((line) => /error|failed/i.test(line)).at(-1)
  return known?.[1] ?? last ?? [solanaReason(error), ...logs].join('\n')
}

/**
 * The requests for sending. Each returns the node's answer, parsed.
 * @throws ModalError `service.invalidAnswer` when the answer is malformed, and whatever `askNode` throws
 */
export function solanaNode(asking: AskingSolana, caipNetworkId: CaipNetworkId, signal: AbortSignal) {
  const ask = solanaAsker(asking, caipNetworkId, signal)
  return {
    ...solanaReads(ask),
    blockhash: async () => (await ask(Blockhash, 'getLatestBlockhash', CONFIRMED)).value,
    /** The median of what others recently paid for changing these accounts, in millionths of a lamport per unit. */
    async price(writable: readonly string[]): Promise<bigint> {
      const paid = (await ask(Prices, 'getRecentPrioritizationFees', writable)).map((one) => one.prioritizationFee)
      paid.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
      return paid[Math.floor(paid.length / 2)] ?? 0n
    },
    epoch: async () => (await ask(Epoch, 'getEpochInfo', CONFIRMED)).epoch,
    /**
     * The units that the transaction takes; undefined when the node does not report them.
     * @throws ModalError `node.refused` if the transaction would fail
     */
    async unitsOf(transaction: string): Promise<bigint | undefined> {
      const config = { ...IN_BASE64, sigVerify: false, replaceRecentBlockhash: true }
      const { err, logs, unitsConsumed } = (await ask(Simulation, 'simulateTransaction', transaction, config)).value
      if (err !== null && err !== undefined) {
        throw new ModalError('node.refused', { details: { reason: reasonOf(err, logs ?? []) } })
      }
      return unitsConsumed ?? undefined
    },
  }
}

export type SolanaNode = ReturnType<typeof solanaNode>
