import { createHash } from 'node:crypto'
import type { CaipNetworkId } from '@portico/contracts'
import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { SOLANA_ACCOUNTS } from '@portico/local/chains/developmentAccounts'
import {
  answering,
  cutting,
  type FakeNode,
  freeUrl,
  hangingUp,
  saying,
  startFakeNode,
} from '../../../testing/fakeNode.ts'
import { describeHistory, type HistoryCase, wholeHistory } from '../../../testing/historySuite.ts'
import { solanaNode } from '../../../testing/historyUpstreams.ts'
import { createChains } from '../chains.ts'
import { createTokenDirectory } from '../tokenDirectory.ts'
import signaturesFixture from './fixtures/solanaSignatures.json' with { type: 'json' }
import solanaFixture from './fixtures/solanaTransaction.json' with { type: 'json' }
import { solanaHistory } from './solanaHistory.ts'

const SOLANA: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const DEVNET: CaipNetworkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

const tokens = createTokenDirectory()
const solanaAt = (...urls: URL[]) => solanaHistory({ chains: createChains(new Map([[SOLANA, urls]])), tokens })

let node: FakeNode
let unreachable: URL
beforeAll(async () => {
  unreachable = await freeUrl()
  node = await startFakeNode(answering(null))
})
afterAll(() => node.close())

const [solanaOwner = '', solanaPeer = '', solanaStranger = ''] = SOLANA_ACCOUNTS
const [firstSignature] = signaturesFixture.result
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const tokenAccount = solanaFixture.result.transaction.message.accountKeys[1]?.pubkey ?? ''
const signatureOf = (count: number) => encodeBase58(createHash('sha512').update(`solana ${count}`).digest())
/** Three signatures per slot: one of the owner, one of the token account, and one of both. */
const ledger = [
  { ...firstSignature, signature: firstSignature?.signature ?? '', of: [solanaOwner, tokenAccount] },
  ...Array.from({ length: 70 }, (_, count) => ({
    ...firstSignature,
    signature: signatureOf(count),
    slot: 113 - Math.floor(count / 3),
    blockTime: 1_754_999_999 - Math.floor(count / 3),
    of: [[solanaOwner], [tokenAccount, solanaOwner], [tokenAccount]][count % 3] ?? [],
  })),
]
const accountOf = (mint: string, amount: string) => ({
  pubkey: tokenAccount,
  account: {
    data: { program: 'spl-token', parsed: { type: 'account', info: { mint, tokenAmount: { amount, decimals: 6 } } } },
  },
})
const solanaLedger = () =>
  solanaNode({
    signatures: Object.fromEntries(
      [solanaOwner, tokenAccount].map((account) => [account, ledger.filter((row) => row.of.includes(account))]),
    ),
    tokenAccounts: { [solanaOwner]: [accountOf(USDC, '8750000')] },
    transactions: Object.fromEntries(ledger.map(({ signature }) => [signature, solanaFixture.result])),
  })
describeHistory('a node of Solana', (): HistoryCase => {
  node.behave(solanaLedger())
  return {
    source: solanaAt(node.url),
    caipNetworkId: SOLANA,
    unserved: DEVNET,
    owner: solanaOwner,
    hashes: ledger.map(({ signature }) => signature),
    newest: {
      metadata: expect.objectContaining({
        operationType: 'send',
        minedAt: '2025-08-12T12:00:00.000Z',
        sentFrom: solanaOwner,
        sentTo: solanaPeer,
        status: 'confirmed',
        nonce: 0,
      }),
      transfers: [
        { fungible_info: { name: 'USD Coin', symbol: 'USDC' }, direction: 'out', quantity: { numeric: '1.25' } },
        { fungible_info: { name: 'Solana', symbol: 'SOL' }, direction: 'out', quantity: { numeric: '0.00203928' } },
      ],
    },
    stranger: solanaStranger,
    nobody: solanaAt(unreachable),
  }
})

describe('history from a Solana node', () => {
  test('only the transactions of the requested page are fetched', async () => {
    node.behave(solanaLedger())
    node.requests.length = 0
    const pages: number[] = []
    await wholeHistory(solanaAt(node.url), SOLANA, solanaOwner, ({ data }) => {
      pages.push(data.length)
      expect(node.requests.filter((method) => method === 'getTransaction')).toHaveLength(pages.reduce((a, b) => a + b))
    })
    expect(Math.max(...pages)).toBeLessThanOrEqual(20)
  })

  test.each([
    ['the accounts alternately', ledger.map(({ of }) => of)],
    // A page ends within the slot in both lists, and one list has not reached the first entry of the other yet.
    ['one account first', [...Array(30).fill([tokenAccount]), ...Array(25).fill([solanaOwner, tokenAccount])]],
  ])('entries of one slot are each shown once, wherever a page ends: %s', async (_, accounts: readonly string[][]) => {
    const rows = accounts.map((of, count) => ({ ...firstSignature, slot: 113, signature: signatureOf(count), of }))
    const listOf = (account: string) => rows.filter((row) => row.of.includes(account))
    node.behave(
      solanaNode({
        signatures: { [solanaOwner]: listOf(solanaOwner), [tokenAccount]: listOf(tokenAccount) },
        tokenAccounts: { [solanaOwner]: [accountOf(USDC, '1')] },
        transactions: {},
      }),
    )
    const items = await wholeHistory(solanaAt(node.url), SOLANA, solanaOwner)
    expect(items.map(({ metadata }) => metadata.hash).sort()).toEqual(rows.map(({ signature }) => signature).sort())
  })

  test.each(['1'.repeat(20), '1'.repeat(89), 'O0Il'])(
    'a cursor with %s, which is not a signature, is rejected',
    async (signature) => {
      const after = JSON.stringify({ slot: 1, shown: [], before: { [solanaOwner]: signature } })
      await expect(solanaAt(node.url).page(SOLANA, solanaOwner, after)).rejects.toMatchObject({
        code: 'request.invalid',
      })
    },
  )

  test('a transaction without a block time is not listed as the oldest of all', async () => {
    const [first, second] = ledger
    const rows = [first, { ...second, blockTime: null }].flatMap((row) => (row ? [row] : []))
    node.behave(solanaNode({ signatures: { [solanaOwner]: rows as never }, tokenAccounts: {}, transactions: {} }))
    const items = await wholeHistory(solanaAt(node.url), SOLANA, solanaOwner)
    expect(items.map(({ metadata }) => metadata.minedAt)).toEqual(Array(2).fill('2025-08-12T12:00:00.000Z'))
  })

  test.each([
    ['a fraction of a lamport', { preBalances: [0.5], postBalances: [1] }],
    ['a negative balance', { preBalances: [-1], postBalances: [1] }],
    ['a text as a balance', { postTokenBalances: [{ accountIndex: 1, mint: USDC, uiTokenAmount: 'much' }] }],
  ])('a transaction with an impossible value (%s) is shown without transfers', async (_, wrong) => {
    const [row] = ledger
    const told = { ...solanaFixture.result, meta: { ...solanaFixture.result.meta, ...wrong } }
    node.behave(
      solanaNode({
        signatures: { [solanaOwner]: row ? [row] : [] },
        tokenAccounts: {},
        transactions: { [row?.signature ?? '']: told },
      }),
    )
    const items = await wholeHistory(solanaAt(node.url), SOLANA, solanaOwner)
    expect(items).toMatchObject([{ metadata: { operationType: 'execute' }, transfers: null }])
  })

  test('a transaction that the node can no longer find is still listed', async () => {
    const [row] = ledger
    node.behave(solanaNode({ signatures: { [solanaOwner]: row ? [row] : [] }, tokenAccounts: {}, transactions: {} }))
    const items = await wholeHistory(solanaAt(node.url), SOLANA, solanaOwner)
    expect(items).toMatchObject([{ metadata: { operationType: 'execute', sentFrom: solanaOwner }, transfers: null }])
  })

  test.each([
    ['it is rate-limited', saying('{"error":{"code":429,"message":"Too many requests"}}', 429)],
    ['it fails', saying('<html>', 500)],
    ['it cuts its answer short', cutting],
    ['it hangs up', hangingUp],
    ['it answers with an unexpected object', answering({ value: 7 })],
    ['it answers with unreadable entries', answering({ value: [{ pubkey: 7 }] })],
  ])('if the node cannot answer (%s), the history is unavailable', async (_, behaviour) => {
    node.behave(behaviour)
    await expect(solanaAt(node.url).page(SOLANA, solanaOwner)).rejects.toMatchObject({ code: 'upstream.unavailable' })
  })
})
