import { createHash } from 'node:crypto'
import type { CaipNetworkId } from '@portico/contracts'
import { freeUrl } from '../../../testing/fakeNode.ts'
import { type FakeRest, replaying, startFakeRest } from '../../../testing/fakeRest.ts'
import { describeFailures, describeHistory, type HistoryCase, wholeHistory } from '../../../testing/historySuite.ts'
import { pagedBlockscout } from '../../../testing/historyUpstreams.ts'
import { createTokenDirectory } from '../tokenDirectory.ts'
import { blockscoutHistory } from './blockscoutHistory.ts'
import transfersFixture from './fixtures/blockscoutTokenTransfers.json' with { type: 'json' }
import transactionsFixture from './fixtures/blockscoutTransactions.json' with { type: 'json' }

const MAINNET: CaipNetworkId = 'eip155:1'
const OPTIMISM: CaipNetworkId = 'eip155:10'
const WAIT_MS = 300
const STRANGER = '0x00000000000000000000000000000000DeaDBeef'

const tokens = createTokenDirectory()
const explorerAt = (...urls: URL[]) => blockscoutHistory(new Map([[MAINNET, urls]]), { tokens }, WAIT_MS)

let explorer: FakeRest
let unreachable: URL
beforeAll(async () => {
  unreachable = await freeUrl()
  explorer = await startFakeRest(replaying([]))
})
afterAll(() => explorer.close())

/** The account of the published response; its older entries are generated in the same format. */
const explored = '0xEb533ee5687044E622C69c58B1B12329F56eD9ad'
const exploredTransactions = transactionsFixture.body.items
const exploredTransfers = transfersFixture.body.items
const [pending, sent, failed, received] = exploredTransactions.map(({ hash }) => hash)
const [, gift, advertisement, badge] = exploredTransfers.map(({ transaction_hash }) => transaction_hash)
const published = [pending, sent, gift, failed, badge, received].flatMap((hash) => hash ?? [])

const olderHash = (kind: string, count: number) => `0x${createHash('sha256').update(`${kind} ${count}`).digest('hex')}`
const times = <Item>(length: number, make: (count: number) => Item) => Array.from({ length }, (_, count) => make(count))
const older = {
  /** Transfers of the coin and transfers of tokens in turn; the tokens are sent by others. */
  alone: times(80, (count) => ({
    hash: olderHash('alone', count),
    block: 8_000_000 - count,
    isToken: count % 2 === 1,
  })),
  /** One transaction with more transfers than fit on a page. */
  many: { hash: olderHash('many', 0), block: 7_500_000, transfers: 120 },
  /** Two transactions per block, with two transfers each. */
  both: times(60, (count) => ({
    hash: olderHash('both', count),
    block: 7_000_000 - Math.floor(count / 2),
    position: 1 - (count % 2),
  })),
}
const transactionAt = (hash: string, block_number: number, position: number) => ({
  ...exploredTransactions[3],
  hash,
  block_number,
  position,
})
const transferAt = (transaction_hash: string, block_number: number, log_index: number) => ({
  ...exploredTransfers[0],
  transaction_hash,
  block_number,
  log_index,
})
const allTransactions = [
  ...exploredTransactions,
  ...older.alone.filter(({ isToken }) => !isToken).map(({ hash, block }) => transactionAt(hash, block, 3)),
  ...older.both.map(({ hash, block, position }) => transactionAt(hash, block, position)),
]
const allTransfers = [
  ...exploredTransfers,
  ...older.alone.filter(({ isToken }) => isToken).map(({ hash, block }) => transferAt(hash, block, 3)),
  ...times(older.many.transfers, (count) => transferAt(older.many.hash, older.many.block, 200 - count)),
  ...older.both.flatMap(({ hash, block, position }) =>
    [1, 0].map((index) => transferAt(hash, block, 2 * position + index)),
  ),
]
const exploredHashes = [
  ...published,
  ...older.alone.map(({ hash }) => hash),
  older.many.hash,
  ...older.both.map(({ hash }) => hash),
]
describeHistory('an explorer like Blockscout', (): HistoryCase => {
  explorer.behave(pagedBlockscout(explored, allTransactions, allTransfers))
  return {
    source: explorerAt(explorer.url),
    caipNetworkId: MAINNET,
    unserved: OPTIMISM,
    owner: explored.toLowerCase(),
    hashes: exploredHashes,
    newest: {
      metadata: expect.objectContaining({ operationType: 'send', status: 'pending', sentFrom: explored, nonce: 117 }),
      transfers: [
        { fungible_info: { name: 'Ether', symbol: 'ETH' }, direction: 'out', quantity: { numeric: '0.001' } },
      ],
    },
    stranger: STRANGER,
    nobody: explorerAt(unreachable),
  }
})

describe('history from a Blockscout explorer', () => {
  const publishedItems = () => {
    explorer.behave(replaying([transactionsFixture, transfersFixture]))
    return wholeHistory(explorerAt(explorer.url), MAINNET, explored)
  }

  test('transfers are grouped by transaction, and failures and spam are marked', async () => {
    const items = await publishedItems()
    expect(items.map(({ metadata }) => metadata.hash)).toEqual(published)
    expect(published).not.toContain(advertisement)
    expect(items.slice(1)).toMatchObject([
      {
        metadata: {
          operationType: 'send',
          minedAt: '2022-08-02T07:18:05.000Z',
          sentFrom: explored,
          sentTo: '0xEf8801eaf234ff82801821FFe2d78D60a0237F97',
          status: 'confirmed',
          nonce: 115,
        },
        transfers: [
          { fungible_info: { name: 'Tether USD', symbol: 'USDT' }, direction: 'out', quantity: { numeric: '830' } },
        ],
      },
      {
        metadata: { operationType: 'mint' },
        transfers: [{ nft_info: { name: 'Free Gift #431', flags: { is_spam: true } } }],
      },
      { metadata: { operationType: 'execute', status: 'failed', nonce: 114 }, transfers: [] },
      {
        metadata: { operationType: 'receive' },
        transfers: [{ nft_info: { name: 'Badges #1011', flags: { is_spam: false } }, quantity: { numeric: '3' } }],
      },
      { metadata: { operationType: 'receive' }, transfers: [{ direction: 'in', quantity: { numeric: '0.03' } }] },
    ])
  })

  test('all transfers of one transaction are shown together, whatever their number', async () => {
    explorer.behave(pagedBlockscout(explored, allTransactions, allTransfers))
    const items = await wholeHistory(explorerAt(explorer.url), MAINNET, explored)
    const many = items.find(({ metadata }) => metadata.hash === older.many.hash)
    expect(many?.transfers).toHaveLength(older.many.transfers)
    const both = items.filter(({ metadata }) => older.both.some(({ hash }) => hash === metadata.hash))
    expect(both.map(({ transfers }) => transfers?.length)).toEqual(older.both.map(() => 3))
  })

  test('pages that contain nothing but spam are skipped', async () => {
    const advertisements = times(170, (count) => ({
      ...exploredTransfers[2],
      transaction_hash: olderHash('spam', count),
      block_number: 30_000_000 - count,
    }))
    explorer.behave(pagedBlockscout(explored, exploredTransactions.slice(1), [...advertisements, ...exploredTransfers]))
    const items = await wholeHistory(explorerAt(explorer.url), MAINNET, explored)
    expect(items.map(({ metadata }) => metadata.hash)).toEqual(published.slice(1))
  })

  test.each([
    ['both lists alternately', times(90, (count) => ({ isSent: count % 3 !== 0, isMoved: count % 3 !== 1 }))],
    // A page ends within the block in both lists, and one list has not reached the first entry of the other yet.
    ['one list first', times(30, (count) => ({ isSent: count >= 15, isMoved: true }))],
  ])('many transactions in one block are each shown once, wherever a page ends: %s', async (_, kinds) => {
    const block_number = 8_000_000
    const all = kinds.map((kind, count) => ({
      ...kind,
      hash: olderHash('block', count),
      position: kinds.length - count,
    }))
    const transactions = all
      .filter(({ isSent }) => isSent)
      .map(({ hash, position }) => transactionAt(hash, block_number, position))
    const transfers = all
      .filter(({ isMoved }) => isMoved)
      .map(({ hash, position }) => transferAt(hash, block_number, 3 * position))
    explorer.behave(pagedBlockscout(explored, transactions, transfers, 7))
    const items = await wholeHistory(explorerAt(explorer.url), MAINNET, explored)
    expect(items.map(({ metadata }) => metadata.hash).sort()).toEqual(all.map(({ hash }) => hash).sort())
    expect(items.filter(({ metadata }) => metadata.nonce === 7)).toHaveLength(transactions.length)
  })

  test('a page takes one request for each list, and each request contains the key', async () => {
    explorer.requests.length = 0
    explorer.behave(replaying([transactionsFixture, transfersFixture]))
    await explorerAt(new URL('/?apikey=s3cret', explorer.url)).page(MAINNET, explored)
    expect(explorer.requests.sort()).toEqual([
      `${transfersFixture.path}?apikey=s3cret`,
      `${transactionsFixture.path}?apikey=s3cret`,
    ])
  })
})

describeFailures('an explorer like Blockscout', () => ({
  server: explorer,
  at: explorerAt,
  caipNetworkId: MAINNET,
  owner: explored,
  fixtures: [transactionsFixture, transfersFixture],
  nobody: unreachable,
}))
