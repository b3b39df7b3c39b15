import { decodeBase58 } from '../../src/chains/bytes.ts'
import { psbtIn } from '../bitcoin/describeBitcoin.ts'
import { psbtChanges } from '../bitcoin/describePsbt.ts'
import { readQuantity } from '../bytes.ts'
import { chainIdOf, type PreviewContext } from '../context.ts'
import type { PreviewRequest } from '../describeRequest.ts'
import type { AskNode } from '../evm/effects/simulateCalls.ts'
import { readTransaction, type Transaction } from '../evm/readTransaction.ts'
import { isRecord } from '../isRecord.ts'
import type { Outcome } from '../shown/outcome.ts'
import { evmOutcome } from './outcomeOf.ts'
import { solanaOutcome } from './solanaOutcome.ts'

const NOT_SIMULATED: Outcome = { status: 'notSimulated' }
/** The length of Solana's largest packet in base58. */
const TRANSACTION_MAX = 1_700

type Try = (params: unknown, context: PreviewContext, ask: AskNode) => Promise<Outcome>

const first = (params: unknown): unknown => (Array.isArray(params) ? params[0] : undefined)

/** Simulates the calls, but only if all of them are for the context's network. */
async function calls(all: readonly unknown[], chainId: unknown, context: PreviewContext, ask: AskNode) {
  const read = all.map(readTransaction).filter((one): one is Transaction => one !== undefined)
  const chains = [chainId === undefined ? undefined : readQuantity(chainId), ...read.map((one) => one.chainId)]
  const isElsewhere = chains.some((one) => one !== undefined && one !== chainIdOf(context))
  const isOdd = read.some(({ authorizations }) => authorizations.length > 0)
  if (read.length === 0 || read.length !== all.length || isElsewhere || isOdd) return NOT_SIMULATED
  const made = read.map(({ from = context.account, to, value, data }) => ({ from, to, value, data }))
  return evmOutcome(made, context, ask)
}

const transaction: Try = async (params, context, ask) => calls([first(params)], undefined, context, ask)

const tries: ReadonlyMap<string, Try> = new Map<string, Try>([
  ['eth_sendTransaction', transaction],
  ['eth_signTransaction', transaction],
  [
    'wallet_sendCalls',
    async (params, context, ask) => {
      const batch = first(params)
      return isRecord(batch) && Array.isArray(batch.calls)
        ? calls(batch.calls, batch.chainId, context, ask)
        : NOT_SIMULATED
    },
  ],
  ...['solana_signTransaction', 'solana_signAndSendTransaction'].map((name): [string, Try] => [
    name,
    async (params, context, ask) => {
      const bytes = isRecord(params) ? decodeBase58(params.transaction, TRANSACTION_MAX) : undefined
      return bytes ? solanaOutcome(btoa(String.fromCharCode(...bytes)), context, ask) : NOT_SIMULATED
    },
  ]),
  // Each transaction may change the accounts that the next one uses.
  ['solana_signAllTransactions', async () => NOT_SIMULATED],
  [
    'signPsbt',
    async (params, context) => {
      const psbt = psbtIn(params)
      const changes = psbt === undefined ? undefined : psbtChanges(psbt, context)
      return changes ? { status: 'simulated', changes } : NOT_SIMULATED
    },
  ],
  ['sendTransfer', async () => NOT_SIMULATED],
])

/**
 * What a request would change, as far as its network can tell; null when it executes nothing. Never rejects.
 * @param ask asks a node of the context's network
 */
export async function requestOutcome(
  { method, params }: PreviewRequest,
  context: PreviewContext,
  ask: AskNode,
): Promise<Outcome | null> {
  const attempt = tries.get(method)
  return attempt ? attempt(params, context, ask).catch(() => NOT_SIMULATED) : null
}
