import { type ActingCommands, ModalError } from '@portico/contracts'
import type { History, HistoryItem } from '@portico/contracts/services/history'
import type { Entry } from './entry.ts'

/** The account from the fixtures of `@portico/contracts/testing`, which only tests may import. */
const ACCOUNT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const FRIEND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const CHAIN = 'eip155:1'

interface Given {
  readonly metadata?: Partial<HistoryItem['metadata']>
  readonly transfers?: HistoryItem['transfers']
}

/** A service's history item: 1.5 ETH sent. */
export const item = (id: number | string, { metadata, transfers }: Given = {}): HistoryItem => ({
  id: String(id),
  metadata: {
    operationType: 'send',
    hash: `0x${String(id).padStart(64, '0')}`,
    minedAt: '2026-05-04T12:00:00Z',
    sentFrom: ACCOUNT,
    sentTo: FRIEND,
    status: 'confirmed',
    nonce: 1,
    chain: CHAIN,
    ...metadata,
  },
  transfers: transfers ?? [
    { fungible_info: { name: 'Ether', symbol: 'ETH' }, direction: 'out', quantity: { numeric: '1.5' } },
  ],
})

export const collectible = (isSpam: boolean, name = 'Pass #1') => ({
  nft_info: { name, flags: { is_spam: isSpam } },
  direction: 'in' as const,
  quantity: { numeric: '1' },
})

export const entry = (id: number | string, more: Partial<Entry> = {}): Entry => ({
  id: String(id),
  hash: `0x${id}`,
  type: 'send',
  status: 'confirmed',
  at: 1_000 - Number(id),
  from: ACCOUNT,
  movements: [],
  ...more,
})

export interface FakeHistory {
  readonly askService: ActingCommands['askService']
  /** The requested cursors, in order; `''` requests the newest page. */
  readonly requests: string[]
  /** Answers, keyed by cursor; for any other cursor, the service is unreachable. */
  readonly pages: Record<string, History | ModalError | Promise<unknown>>
}

/** A fake history service with fixed pages. */
export function fakeHistory(pages: FakeHistory['pages']): FakeHistory {
  const requests: string[] = []
  return {
    requests,
    pages,
    async askService({ query }) {
      const cursor = query?.cursor ?? ''
      requests.push(cursor)
      const answer = pages[cursor] ?? new ModalError('service.unreachable')
      if (answer instanceof ModalError) throw answer
      return answer
    },
  }
}
