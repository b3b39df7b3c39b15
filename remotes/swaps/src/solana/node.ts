import type { ActingCommands, CaipNetworkId } from '@portico/contracts'
import {
  CONFIRMED,
  Count,
  IN_BASE64,
  ofValue,
  solanaAsker,
  solanaReads,
  solanaReason,
  Whole,
} from '@portico/contracts/solana'
import { array, nullable, nullish, object, string, unknown } from 'valibot'

const Simulation = ofValue(object({ err: unknown(), logs: nullish(array(string())) }))
const TokenBalances = nullish(
  array(object({ owner: nullish(string()), mint: string(), uiTokenAmount: object({ amount: string() }) })),
)
const Carried = nullable(
  object({
    meta: object({
      fee: Whole,
      preBalances: array(Whole),
      postBalances: array(Whole),
      preTokenBalances: TokenBalances,
      postTokenBalances: TokenBalances,
    }),
  }),
)

const REASON_MAX = 200

/**
 * The Solana RPC calls needed for swapping, with parsed answers.
 * @throws ModalError `service.invalidAnswer` if an answer is unreadable, and whatever `askNode` throws
 */
export function solanaNode(asking: Pick<ActingCommands, 'askNode'>, caipNetworkId: CaipNetworkId, signal: AbortSignal) {
  const ask = solanaAsker(asking, caipNetworkId, signal)
  return {
    ...solanaReads(ask),
    blockHeight: () => ask(Count, 'getBlockHeight', CONFIRMED),
    /** Why a transaction would fail; undefined if it would not. */
    async whyNot(transaction: string): Promise<string | undefined> {
      const config = { ...IN_BASE64, sigVerify: false, replaceRecentBlockhash: true }
      const { err, logs } = (await ask(Simulation, 'simulateTransaction', transaction, config)).value
      if (err === null || err === undefined) return undefined
      const last = (logs ?? []).filter((line) => /error|failed|insufficient/i.test(line)).at(-1)
      return last?.slice(0, REASON_MAX) ?? solanaReason(err)
    },
    /** The changes that a transaction made; undefined if it is not known to be in a block. */
    async carried(signature: string) {
      const config = { ...CONFIRMED, encoding: 'json', maxSupportedTransactionVersion: 0 }
      return (await ask(Carried, 'getTransaction', signature, config))?.meta
    },
  }
}

export type SolanaNode = ReturnType<typeof solanaNode>
