import type { CaipNetworkId } from '@portico/contracts'
import { decodeBase58 } from '@portico/contracts/chains/bytes'
import { TOKEN_PROGRAMS } from '@portico/contracts/solana'
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
  safeParse,
  string,
} from 'valibot'
import { ServiceError } from '../../http/errors.ts'
import { readAs } from '../balances/readAs.ts'
import type { Parts } from '../parts.ts'
import { readPart } from './cursor.ts'
import type { HistoryEntry, HistorySource } from './historySource.ts'
import { mapAtOnce } from './mapAtOnce.ts'
import { readEach } from './readEach.ts'
import { SolanaSignature, SolanaTokenAccounts, SolanaTransaction } from './solanaAnswers.ts'
import { type Stream, takeNewest } from './takeNewest.ts'
import { toSolanaItem } from './toSolanaItem.ts'

/** Each is a question of its own when it is shown. */
const PAGE_SIGNATURES = 20

/** Beside the owner. Who has more of them, has most of them from advertisers. */
const TOKEN_ACCOUNTS_MAX = 12
const QUESTIONS_AT_ONCE = 4

/** What has come since the page before is passed over; more than this at once is nobody's wallet. */
const LATE_PAGES_MAX = 10

const COMMITMENT = { commitment: 'confirmed' }

/** Enough of a signature to tell it from others of one slot. */
const SHOWN_CHARACTERS = 16

const SIGNATURE = { text: 88, bytes: 64 }
/** Of one slot: who did more at once does not read it page by page. */
const SHOWN_MAX = 200

const Slot = pipe(number(), safeInteger(), minValue(0))
const Text = pipe(string(), maxLength(SIGNATURE.text))
/** A node refuses what is none, as if it were out of order. */
const Signature = pipe(
  Text,
  check((text) => decodeBase58(text)?.length === SIGNATURE.bytes),
)

/** Where a page ended. */
const Position = object({
  slot: Slot,
  /** Of the slot, what was shown. */
  shown: pipe(array(Text), maxLength(SHOWN_MAX)),
  /** The last one of each account of which one was. */
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

/** What has come since, or was shown already because another account had it, is not. */
const isBehind = ({ slot, signature }: Row, position: Position) =>
  slot < position.slot || (slot === position.slot && !position.shown.includes(shorten(signature)))

const positionBehind = ({ slot, signature }: Row, group: readonly Row[], position?: Position): Position => ({
  slot,
  shown: [...(position?.slot === slot ? position.shown : []), shorten(signature)].slice(-SHOWN_MAX),
  before: { ...position?.before, ...Object.fromEntries(group.map((row) => [row.account, row.signature])) },
})

/**
 * Asks a node, which knows the transactions that name an account. Who sends tokens names the account that they lie in and
 * not its owner, so that the owner's token accounts are asked for too; not those that are closed again.
 * https://solana.com/docs/rpc/http/getsignaturesforaddress
 */
export function solanaHistory({ chains, tokens }: Pick<Parts, 'chains' | 'tokens'>): HistorySource {
  const ids = chains.ids.filter((id) => id.startsWith('solana:'))

  /** The accounts of known tokens first, then those in which something lies. */
  async function tokenAccounts(caipNetworkId: CaipNetworkId, owner: string): Promise<string[]> {
    const answers = await Promise.all(
      TOKEN_PROGRAMS.map((programId) =>
        chains.ask(caipNetworkId, 'getTokenAccountsByOwner', [
          owner,
          { programId },
          { ...COMMITMENT, encoding: 'jsonParsed' },
        ]),
      ),
    )
    const found = answers.flatMap((answer) => readAs(SolanaTokenAccounts, answer).value)
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
      const config = { ...COMMITMENT, limit: PAGE_SIGNATURES, ...(before !== undefined && { before }) }
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
    const config = { ...COMMITMENT, encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }
    const answer = await chains.ask(caipNetworkId, 'getTransaction', [row.signature, config])
    const { success, output } = safeParse(SolanaTransaction, answer)
    return success ? output : undefined
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
      // A node that has forgotten the time of a block: it is not newer than the one before.
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
