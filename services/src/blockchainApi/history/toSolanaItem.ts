import type { CaipNetworkId } from '@portico/contracts'
import type { HistoryItem, Transfer } from '@portico/contracts/services/history'
import { formatUnits } from 'viem'
import { nativeCoin } from '../balances/nativeCoin.ts'
import type { TokenDirectory } from '../tokenDirectory.ts'
import type { SolanaSignature, SolanaTransaction } from './solanaAnswers.ts'
import { changesOf, otherSideOf, type SolanaChange } from './solanaChanges.ts'
import { instructionsOf, movesOf, type SolanaMove } from './solanaMoves.ts'
import { DECIMALS_MAX, shortened } from './tokenFacts.ts'

/** The program that sets a transaction's cost limit. Its instructions are of no interest to visitors. */
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'

const isOf = (type: RegExp) => (transaction: SolanaTransaction) =>
  instructionsOf(transaction).some(({ parsed }) => type.test(parsed?.type ?? ''))
const mints = isOf(/^mintTo/)
const burns = isOf(/^burn/)
const approves = isOf(/^(?:approve|revoke)/)

interface Reading {
  readonly operationType: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly transfers: readonly (SolanaChange & { readonly direction: Transfer['direction'] })[]
}

const directed = (change: SolanaChange) => ({
  ...change,
  direction: change.amount > 0n ? ('in' as const) : ('out' as const),
})

function readFailed(moves: readonly SolanaMove[], address: string): Reading {
  const meant = moves.find(({ from }) => from === address)
  return { operationType: meant ? 'send' : 'execute', from: meant?.from, to: meant?.to, transfers: [] }
}

/** The transaction as seen by one address. */
function readDone(transaction: SolanaTransaction, moves: readonly SolanaMove[], address: string): Reading {
  const { all, meant, created } = changesOf(transaction, address)
  const transfers = all.map(directed)
  const [first] = meant
  if (!first) {
    const within = moves.filter(({ from, to }) => from === address && to === address)
    if (within.length > 0) {
      return {
        operationType: 'send',
        from: address,
        to: address,
        transfers: within.map((move) => ({ ...move, direction: 'self' })),
      }
    }
    if (approves(transaction)) return { operationType: 'approve', transfers }
    return created.length > 0 && transfers.length > 0
      ? { operationType: 'deploy', to: created[0], transfers }
      : { operationType: 'execute', transfers }
  }
  const isIn = first.amount > 0n
  const isTrade = meant.some(({ amount }) => amount > 0n !== isIn)
  const known = moves.find((move) => move.mint === first.mint && (isIn ? move.to : move.from) === address)
  const other = (isIn ? known?.from : known?.to) ?? otherSideOf(transaction, first, address)
  if (isTrade) return { operationType: 'trade', from: address, transfers }
  return isIn
    ? { operationType: mints(transaction) ? 'mint' : 'receive', from: other, to: address, transfers }
    : { operationType: burns(transaction) ? 'burn' : 'send', from: address, to: other, transfers }
}

/**
 * The entry in wire format for `address`.
 * @param transaction undefined if the node can no longer find it, or if it is unreadable
 */
export function toSolanaItem(
  { signature, err, blockTime }: SolanaSignature,
  transaction: SolanaTransaction | undefined,
  address: string,
  caipNetworkId: CaipNetworkId,
  directory: TokenDirectory,
): HistoryItem {
  const metadata = {
    hash: signature,
    minedAt: new Date((blockTime ?? 0) * 1_000).toISOString(),
    status: err == null ? ('confirmed' as const) : ('failed' as const),
    // Solana accounts have no transaction count.
    nonce: 0,
    chain: caipNetworkId,
  }
  const id = `${caipNetworkId}:${signature}`
  if (!transaction) {
    return {
      id,
      metadata: { operationType: 'execute', ...metadata, sentFrom: address, sentTo: address },
      transfers: null,
    }
  }

  const { accountKeys, instructions } = transaction.transaction.message
  const moves = movesOf(transaction)
  const reading = err == null ? readDone(transaction, moves, address) : readFailed(moves, address)
  const called = instructions.find(({ programId }) => programId !== COMPUTE_BUDGET)
  const payer = accountKeys[0]?.pubkey ?? address
  const isCall = reading.operationType === 'execute' && called?.program !== undefined

  const toTransfer = ({ mint, decimals = 0, amount, direction }: Reading['transfers'][number]): Transfer => {
    const token = mint === undefined ? nativeCoin(caipNetworkId) : directory.find(caipNetworkId, mint)
    // The decimal places come from the mint; the directory only provides the name.
    const places = mint === undefined ? nativeCoin(caipNetworkId).decimals : decimals
    return {
      fungible_info: token ? { name: token.name, symbol: token.symbol } : {},
      direction,
      quantity: { numeric: formatUnits(amount < 0n ? -amount : amount, places <= DECIMALS_MAX ? places : 0) },
    }
  }
  return {
    id,
    metadata: {
      operationType: reading.operationType,
      ...metadata,
      sentFrom: reading.from ?? payer,
      sentTo: reading.to ?? called?.programId ?? address,
      ...(isCall && { application: { name: shortened(called?.program) } }),
    },
    transfers: reading.transfers.map(toTransfer),
  }
}
