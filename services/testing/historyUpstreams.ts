import type { ServerResponse } from 'node:http'
import { answering, type Behaviour } from './fakeNode.ts'
import type { RestBehaviour } from './fakeRest.ts'

const say = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

interface EsploraEntry {
  readonly txid: string
  readonly status: { readonly confirmed: boolean }
}

const ESPLORA_PAGE = 25

/** Answers with pages like Esplora: up to 25 confirmed transactions after the last one seen. */
export const pagedEsplora =
  (address: string, transactions: readonly EsploraEntry[]): RestBehaviour =>
  (path, response) => {
    const status = path.match(/^\/tx\/([0-9a-f]{64})\/status$/)?.[1]
    if (status) {
      const found = transactions.find(({ txid }) => txid === status)
      return say(response, found?.status ?? { message: 'Transaction not found' }, found ? 200 : 404)
    }
    const [, requested, last] = path.match(/^\/address\/(\w+)\/txs(?:\/chain)?(?:\/(\w+))?$/) ?? []
    if (!requested?.startsWith('bc1')) return say(response, 'Invalid Bitcoin address', 400)
    const all = requested === address ? transactions : []
    const confirmed = all.filter((transaction) => transaction.status.confirmed)
    const begin = last ? confirmed.findIndex(({ txid }) => txid === last) + 1 : 0
    const page = last && begin === 0 ? [] : confirmed.slice(begin, begin + ESPLORA_PAGE)
    const waiting = path.includes('/chain') ? [] : all.filter((transaction) => !transaction.status.confirmed)
    return say(response, [...waiting, ...page])
  }

interface BlockscoutItem {
  readonly block_number: number | null
  readonly position?: number | null
  readonly log_index?: number
}

/** Answers with pages like Blockscout: 50 entries after a block and an index. */
export const pagedBlockscout =
  (
    address: string,
    transactions: readonly BlockscoutItem[],
    transfers: readonly BlockscoutItem[],
    page = 50,
  ): RestBehaviour =>
  (path, response) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const [, requested, list] = pathname.match(/^\/addresses\/(\w+)\/([a-z-]+)$/) ?? []
    if (requested !== address) return say(response, { message: 'Not found' }, 404)
    const all = list === 'transactions' ? transactions : transfers
    const placeOf = (item: BlockscoutItem) => item.position ?? item.log_index ?? 0
    const [block, index] = ['block_number', 'index'].map((name) => searchParams.get(name))
    const isBehind = (item: BlockscoutItem) => {
      if (!block) return true
      const blocks = (item.block_number ?? Number.POSITIVE_INFINITY) - Number(block)
      return blocks < 0 || (blocks === 0 && placeOf(item) < Number(index))
    }
    const rest = all.filter(isBehind)
    const items = rest.slice(0, page)
    const last = items.at(-1)
    const next =
      last && rest.length > page ? { block_number: last.block_number, index: placeOf(last), items_count: page } : null
    return say(response, { items, next_page_params: next })
  }

export interface SolanaLedger {
  /** The signatures of each account, the newest first. */
  readonly signatures: Readonly<Record<string, readonly { readonly signature: string }[]>>
  /** The token accounts of each owner. */
  readonly tokenAccounts: Readonly<Record<string, readonly unknown[]>>
  readonly transactions: Readonly<Record<string, unknown>>
}

interface SolanaCall {
  readonly method: string
  readonly params?: unknown
}

/** Answers the requests of a history source like a Solana node. */
export const solanaNode = ({ signatures, tokenAccounts, transactions }: SolanaLedger): Behaviour =>
  answering(({ method, params }: SolanaCall) => {
    const [address, config] = params as [string, { before?: string; limit?: number; programId?: string }]
    if (method === 'getTransaction') return transactions[address] ?? null
    if (method === 'getTokenAccountsByOwner') {
      const isFirst = config.programId?.startsWith('Tokenkeg')
      return { context: { slot: 1 }, value: isFirst ? (tokenAccounts[address] ?? []) : [] }
    }
    const all = signatures[address] ?? []
    const begin = config.before ? all.findIndex(({ signature }) => signature === config.before) + 1 : 0
    return config.before && begin === 0 ? [] : all.slice(begin, begin + (config.limit ?? 1_000))
  })
