import { decodeBase58, decodeBase64 } from '../../src/chains/bytes.ts'
import { lookupTable, type PreviewContext } from '../context.ts'
import type { AskNode } from '../evm/effects/simulateCalls.ts'
import { isRecord } from '../isRecord.ts'
import type { Outcome } from '../shown/outcome.ts'
import { addressOf } from '../solana/instruction.ts'
import { type AccountKey, readSolanaTransaction } from '../solana/readTransaction.ts'
import { lookupTableAt } from './solanaFacts.ts'
import { changesElsewhere, changesOf, grantsOf, handedOver, readStates } from './solanaStates.ts'

const KEY_CHARACTERS_MAX = 44

const answered = (answer: unknown): unknown => (isRecord(answer) ? answer.value : undefined)

/** Adds the available lookup tables that the transaction's accounts refer to. */
async function withTables(keys: readonly AccountKey[], context: PreviewContext, ask: AskNode): Promise<PreviewContext> {
  const tables = [...new Set(keys.flatMap((key) => ('table' in key ? [key.table] : [])))]
  const missing = tables.filter((table) => lookupTable(context, table) === undefined)
  const found = await Promise.all(missing.map(async (table) => [table, await lookupTableAt(ask, table)] as const))
  const read = found.flatMap(([table, addresses]) => (addresses ? [[table, addresses] as const] : []))
  return { ...context, lookupTables: { ...context.lookupTables, ...Object.fromEntries(read) } }
}

/**
 * Simulates the transaction on a node (`simulateTransaction`), and compares the accounts named in its instructions
 * before and after. Nested program calls cannot touch any other account, so no change to the visitor's accounts is
 * missed.
 * @param transaction in base64
 * @throws whatever `ask` throws, when the simulation itself is unavailable
 */
export async function solanaOutcome(transaction: string, context: PreviewContext, ask: AskNode): Promise<Outcome> {
  const { account } = context
  const message = readSolanaTransaction(decodeBase64(transaction) ?? new Uint8Array())
  const own = decodeBase58(account, KEY_CHARACTERS_MAX)
  if (!message || !own) return { status: 'notSimulated' }
  const keys = message.instructions.flatMap(({ accounts }) => accounts)
  const around = await withTables(keys, context, ask)
  const found = keys.map((key) => addressOf(key, around))
  const addresses = [...new Set([account, ...found.filter((address) => address !== undefined)])]
  const accounts = { encoding: 'base64', commitment: 'confirmed' }
  const [before, answer] = await Promise.all([
    ask('getMultipleAccounts', [addresses, accounts]).catch(() => undefined),
    ask('simulateTransaction', [
      transaction,
      {
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: true,
        commitment: 'confirmed',
        accounts: { encoding: 'base64', addresses },
      },
    ]),
  ])
  const tried = answered(answer)
  if (!isRecord(tried) || tried.err === undefined) return { status: 'notSimulated' }
  if (tried.err !== null) return { status: 'reverts' }
  const [first, then] = [readStates(answered(before), addresses.length), readStates(tried.accounts, addresses.length)]
  if (!first || !then) return { status: 'succeeds' }
  const grants = grantsOf(account, first, then)
  const lost = handedOver(account, addresses, first, then)
  return {
    status: 'simulated',
    changes: changesOf(account, first, then),
    ...(grants.length > 0 && { grants }),
    ...(lost.length > 0 && { handedOver: lost }),
    ...(found.includes(undefined) && { isPartial: true }),
    ...(changesElsewhere(own, first, then) && { hasMore: true }),
  }
}
