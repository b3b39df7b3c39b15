import type { CaipNetworkId } from '@portico/contracts'
import { decodeBase58 } from '@portico/contracts/chains/bytes'
import {
  array,
  check,
  type InferOutput,
  maxLength,
  minValue,
  number,
  object,
  pipe,
  record,
  safeInteger,
  string,
} from 'valibot'
import { ServiceError } from '../../http/errors.ts'
import { matching } from '../../json.ts'
import { readEach } from '../answers.ts'
import { readPart } from '../cursor.ts'
import type { Parts } from '../parts.ts'
import { CONFIRMED, readTokenAccounts } from '../tokenAccounts.ts'
import type { HistoryEntry, HistorySource } from './historySource.ts'
import { mapAtOnce } from './mapAtOnce.ts'
import { SolanaSignature, SolanaTokenAccount, SolanaTransaction } from './solanaAnswers.ts'
import { type Stream, takeNewest } from './takeNewest.ts'
import { toSolanaItem } from './toSolanaItem.ts'

/** Small, because showing a signature takes a request of its own. */
const PAGE_SIGNATURES = 20

/** The number of accounts read in addition to the owner. Most of an owner's further accounts come from spam. */
const TOKEN_ACCOUNTS_MAX = 12
const QUESTIONS_AT_ONCE = 4

/** How many pages that are entirely newer than the previous page may be skipped. No wallet receives more at once. */
const LATE_PAGES_MAX = 10

/** Enough characters to tell the signatures of one slot apart. */
const SHOWN_CHARACTERS = 16

const SIGNATURE = { text: 88, bytes: 64 }
/** The maximum per slot. An account with more transactions in a slot is not a wallet that people read page by page. */
const SHOWN_MAX = 200

const Slot = pipe(number(), safeInteger(), minValue(0))
const Text = pipe(string(), maxLength(SIGNATURE.text))
/** Checked here, because a node's response to an invalid signature looks like a failure of the node. */
const Signature = pipe(
  Text,
  check((text) => decodeBase58(text)?.length === SIGNATURE.bytes),
)

/** The position after a page. */
const Position = object({
  slot: Slot,
  /** The entries of the slot that have been shown. */
  shown: pipe(array(Text), maxLength(SHOWN_MAX)),
  /** For each account, the last of its signatures that has been shown, if any. */
  before: record(Text, Signature),
})
type Position = InferOutput<typeof Position>

interface Row extends SolanaSignature {
  readonly account: string
}

const order = {
  keyOf: ({ signature }: Row) => signature,
  compare: (a: Row, b: Row) => b.slot - a.slot,
}

const shorten = (signature: string) => signature.slice(0, SHOWN_CHARACTERS)

/** Whether an entry comes after the position: false for new entries and those already shown for another account. */
const isBehind = ({ slot, signature }: Row, position: Position) =>
  slot < position.slot || (slot === position.slot && !position.shown.includes(shorten(signature)))

const positionBehind = ({ slot, signature }: Row, group: readonly Row[], position?: Position): Position => ({
  slot,
  shown: [...(position?.slot === slot ? position.shown : []), shorten(signature)].slice(-SHOWN_MAX),
  before: { ...position?.before, ...Object.fromEntries(group.map((row) => [row.account, row.signature])) },
})

/**
 * Queries a node for the transactions that name an account. A token transfer names the token account, not its owner, so
 * the owner's token accounts are queried as well, except closed ones.
 * https://solana.com/docs/rpc/http/getsignaturesforaddress
 */
export function solanaHistory({ chains, tokens }: Pick<Parts, 'chains' | 'tokens'>): HistorySource {
  const ids = chains.ids.filter((id) => id.startsWith('solana:'))

  /** The accounts of known tokens come first, and then those with a balance. */
  async function tokenAccounts(caipNetworkId: CaipNetworkId, owner: string): Promise<string[]> {
    const ask = (method: string, ...params: unknown[]) => chains.ask(caipNetworkId, method, params)
    const found = await readTokenAccounts(ask, owner, SolanaTokenAccount)
    const rankOf = ({ account }: (typeof found)[number]) => {
      const { mint, tokenAmount } = account.data.parsed.info
      if (tokens.find(caipNetworkId, mint)) return 0
      return tokenAmount.amount === '0' ? 2 : 1
    }
    const ranked = found.map((account) => ({ pubkey: account.pubkey, rank: rankOf(account) }))
    return ranked
      .sort((a, b) => a.rank - b.rank)
      .slice(0, TOKEN_ACCOUNTS_MAX)
      .map(({ pubkey }) => pubkey)
  }

  async function signatures(caipNetworkId: CaipNetworkId, account: string, position?: Position): Promise<Stream<Row>> {
    let before = position?.before[account]
    for (let count = 0; count < LATE_PAGES_MAX; count++) {
      const config = { ...CONFIRMED, limit: PAGE_SIGNATURES, ...(before !== undefined && { before }) }
      const answer = await chains.ask(caipNetworkId, 'getSignaturesForAddress', [account, config])
      const read = readEach(SolanaSignature, answer)
      const entries = read.map((row) => ({ ...row, account })).filter((row) => !position || isBehind(row, position))
      const hasMore = Array.isArray(answer) && answer.length >= PAGE_SIGNATURES
      if (entries.length > 0 || !hasMore) return { entries, hasMore }
      before = read.at(-1)?.signature
    }
    throw new ServiceError('upstream.unavailable')
  }

  async function readTransaction(caipNetworkId: CaipNetworkId, row: Row) {
    const config = { ...CONFIRMED, encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }
    return matching(SolanaTransaction, await chains.ask(caipNetworkId, 'getTransaction', [row.signature, config]))
  }

  return {
    ids,
    async page(caipNetworkId, owner, after) {
      if (!ids.includes(caipNetworkId)) throw new ServiceError('chain.unsupported')
      const position = after === undefined ? undefined : readPart(Position, after)
      const accounts = [...new Set([owner, ...(await tokenAccounts(caipNetworkId, owner))])]
      const streams = await mapAtOnce(accounts, QUESTIONS_AT_ONCE, (account) =>
        signatures(caipNetworkId, account, position),
      )
      const { groups, hasMore } = takeNewest(streams, order, PAGE_SIGNATURES)
      const entries: HistoryEntry[] = []
      let behind = position
      // If the node has lost the time of a block, the time of the previous entry is used.
      let blockTime = Math.floor(Date.now() / 1_000)
      for (const group of groups) {
        const [first] = group
        if (!first) continue
        behind = positionBehind(first, group, behind)
        blockTime = first.blockTime ?? blockTime
        const signature = { ...first, blockTime }
        entries.push({
          timestamp: blockTime,
          after: JSON.stringify(behind),
          read: async () =>
            toSolanaItem(signature, await readTransaction(caipNetworkId, first), owner, caipNetworkId, tokens),
        })
      }
      return { entries, hasMore }
    },
  }
}
