import { createHash } from 'node:crypto'
import type { CaipNetworkId } from '@portico/contracts'
import { freeUrl } from '../../../testing/fakeNode.ts'
import { type FakeRest, replaying, startFakeRest } from '../../../testing/fakeRest.ts'
import { describeFailures, describeHistory, type HistoryCase, wholeHistory } from '../../../testing/historySuite.ts'
import { pagedEsplora } from '../../../testing/historyUpstreams.ts'
import { esploraHistory } from './esploraHistory.ts'
import esploraFixture from './fixtures/esploraTransactions.json' with { type: 'json' }

const BITCOIN: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const TESTNET: CaipNetworkId = 'bip122:000000000933ea01ad0ee984209779ba'
const WAIT_MS = 300

const esploraAt = (...urls: URL[]) => esploraHistory(new Map([[BITCOIN, urls]]), WAIT_MS)

let esplora: FakeRest
let unreachable: URL
beforeAll(async () => {
  unreachable = await freeUrl()
  esplora = await startFakeRest(replaying([]))
})
afterAll(() => esplora.close())

const bitcoinOwner = esploraFixture.path.split('/')[2] ?? ''
const [, , , coinbase] = esploraFixture.body
const olderCoins = Array.from({ length: 60 }, (_, count) => ({
  ...coinbase,
  txid: createHash('sha256').update(`bitcoin ${count}`).digest('hex'),
  status: {
    ...coinbase?.status,
    confirmed: true,
    block_height: 800_000 - count,
    block_time: 1_700_000_000 - 600 * count,
  },
}))
const bitcoinTransactions = [...esploraFixture.body, ...olderCoins] as readonly {
  txid: string
  status: { confirmed: boolean }
}[]
describeHistory('an Esplora', (): HistoryCase => {
  esplora.behave(pagedEsplora(bitcoinOwner, bitcoinTransactions))
  return {
    source: esploraAt(esplora.url),
    caipNetworkId: BITCOIN,
    unserved: TESTNET,
    owner: bitcoinOwner,
    hashes: bitcoinTransactions.map(({ txid }) => txid),
    newest: {
      metadata: expect.objectContaining({ operationType: 'send', status: 'pending', sentFrom: bitcoinOwner, nonce: 0 }),
      transfers: [
        { fungible_info: { name: 'Bitcoin', symbol: 'BTC' }, direction: 'out', quantity: { numeric: '0.0002' } },
      ],
    },
    stranger: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq',
    nobody: esploraAt(unreachable),
  }
})

describe('history from an Esplora', () => {
  test('received, sent, self-sent and mined amounts are exact to the satoshi', async () => {
    esplora.behave(replaying([esploraFixture], 400))
    const items = await wholeHistory(esploraAt(esplora.url), BITCOIN, bitcoinOwner)
    const other = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
    const transfer = (direction: string, numeric: string) => [{ direction, quantity: { numeric } }]
    expect(items).toMatchObject([
      { metadata: { operationType: 'send', sentTo: other }, transfers: transfer('out', '0.0002') },
      {
        metadata: {
          operationType: 'receive',
          sentFrom: other,
          sentTo: bitcoinOwner,
          minedAt: '2025-08-12T12:10:00.000Z',
        },
        transfers: transfer('in', '0.0005'),
      },
      { metadata: { operationType: 'send', sentTo: bitcoinOwner }, transfers: transfer('self', '0.000088') },
      { metadata: { operationType: 'mint', sentFrom: 'coinbase' }, transfers: transfer('in', '3.125') },
    ])
  })

  test('the history continues at the same place if the last transaction shown has left its block', async () => {
    const source = esploraAt(esplora.url)
    esplora.behave(pagedEsplora(bitcoinOwner, bitcoinTransactions))
    const { entries } = await source.page(BITCOIN, bitcoinOwner)
    const last = entries.length - 1
    const reorganised = bitcoinTransactions.filter((_, index) => index !== last)
    esplora.behave(pagedEsplora(bitcoinOwner, reorganised))
    const [next] = (await source.page(BITCOIN, bitcoinOwner, entries[last]?.after)).entries
    expect((await next?.read())?.metadata.hash).toBe(bitcoinTransactions[last + 1]?.txid)
  })

  test('a wrong URL gives an error, not an empty history', async () => {
    esplora.behave(replaying([], 404))
    await expect(esploraAt(esplora.url).page(BITCOIN, bitcoinOwner)).rejects.toMatchObject({
      code: 'upstream.unavailable',
    })
  })

  test.each([404, 422])(
    'after status %s for an unknown last transaction, the history is read again from the newest entry',
    async (status) => {
      const source = esploraAt(esplora.url)
      const answer = pagedEsplora(bitcoinOwner, bitcoinTransactions)
      esplora.behave((path, response) =>
        /\/chain\/|\/tx\//.test(path)
          ? void response.writeHead(status === 422 && path.includes('/tx/') ? 404 : status).end()
          : answer(path, response),
      )
      const after = JSON.stringify({ height: 900_001, txid: 'f'.repeat(64) })
      const [next] = (await source.page(BITCOIN, bitcoinOwner, after)).entries
      expect((await next?.read())?.metadata.hash).toBe(coinbase?.txid)
    },
  )

  test('an address of another network is rejected', async () => {
    esplora.behave(pagedEsplora(bitcoinOwner, bitcoinTransactions))
    await expect(esploraAt(esplora.url).page(BITCOIN, 'tb1q')).rejects.toMatchObject({ code: 'address.malformed' })
  })
})

describeFailures('an Esplora', () => ({
  server: esplora,
  at: esploraAt,
  caipNetworkId: BITCOIN,
  owner: bitcoinOwner,
  fixtures: [esploraFixture],
  nobody: unreachable,
}))
