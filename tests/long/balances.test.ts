import type { CaipNetworkId } from '@portico/contracts'
import { createBitcoinRpc } from '../../local/chains/bitcoin/bitcoinRpc'
import { OWNED } from '../../local/chains/bitcoin/seedBitcoin'
import { BITCOIN_ACCOUNTS, SOLANA_ACCOUNTS } from '../../local/chains/developmentAccounts'
import { SOLANA_TOKENS } from '../../local/chains/solana/solanaTokens'
import { bitcoindHoldings } from '../../services/src/blockchainApi/balances/bitcoindHoldings'
import { esploraHoldings } from '../../services/src/blockchainApi/balances/esploraHoldings'
import { solanaHoldings } from '../../services/src/blockchainApi/balances/solanaHoldings'
import { createChains } from '../../services/src/blockchainApi/chains'
import { createTokenDirectory } from '../../services/src/blockchainApi/tokenDirectory'
import { freeUrl } from '../../services/testing/fakeNode'
import { describeHoldings, type HoldingsSource } from '../../services/testing/holdingsSuite'
import { type OtherChains, startOtherChains } from '../support/otherChains'

jest.setTimeout(60_000)

const SOLANA: CaipNetworkId = 'solana:local'
const REGTEST: CaipNetworkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const MAINNET: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const SOLANA_STRANGER = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxE'
/** The address of a version 0 witness program that BIP 173 gives as an example, encoded for regtest. */
const BITCOIN_STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let chains: OtherChains
let unreachable: URL

beforeAll(async () => {
  ;[unreachable, chains] = await Promise.all([freeUrl(), startOtherChains()])
}, 360_000)

afterAll(() => chains?.stop())

const tokens = createTokenDirectory(
  SOLANA_TOKENS.map(({ address, name, symbol, decimals }) => ({ caip2: SOLANA, address, name, symbol, decimals })),
)
const solanaAt = (url: URL) => solanaHoldings({ chains: createChains(new Map([[SOLANA, [url]]])), tokens })
const bitcoindAt = (url: URL) => bitcoindHoldings({ chains: createChains(new Map([[REGTEST, [url]]])) })
const esploraAt = (url: URL) => esploraHoldings(new Map([[REGTEST, [url]]]))

const [visitor = '', , neighbour = ''] = SOLANA_ACCOUNTS
const [account] = BITCOIN_ACCOUNTS
const payment = account?.payment ?? ''

const bitcoin = (amount: bigint) => ({ name: 'Bitcoin', symbol: 'BTC', decimals: 8, amount })

describeHoldings(
  'a node of Solana',
  (): HoldingsSource => ({
    read: solanaAt(chains.solanaUrl),
    caipNetworkId: SOLANA,
    unserved: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    owner: visitor,
    owned: [
      { name: 'Solana', symbol: 'SOL', decimals: 9, amount: 100_000_000_000n },
      ...SOLANA_TOKENS.map(({ address, name, symbol, decimals, owned }) => ({
        address,
        name,
        symbol,
        decimals,
        amount: BigInt(owned[0] ?? 0) * 10n ** BigInt(decimals),
      })),
    ],
    stranger: SOLANA_STRANGER,
    readFromNobody: solanaAt(unreachable),
  }),
)

const bitcoinSource = (at: (url: URL) => HoldingsSource['read'], url: URL): HoldingsSource => ({
  read: at(url),
  caipNetworkId: REGTEST,
  unserved: MAINNET,
  owner: payment,
  owned: [bitcoin(OWNED[0]?.payment ?? 0n)],
  stranger: BITCOIN_STRANGER,
  readFromNobody: at(unreachable),
})
describeHoldings('an Esplora', () => bitcoinSource(esploraAt, chains.esploraUrl))
describeHoldings('a node of Bitcoin alone', () => bitcoinSource(bitcoindAt, chains.bitcoindUrl))

async function ask(method: string, ...params: unknown[]) {
  const answer = await fetch(chains.solanaUrl, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await answer.json()) as { result: unknown }).result
}

test('Solana: incoming payments are counted exact to the lamport, as the node reports them', async () => {
  await ask('requestAirdrop', neighbour, 1)
  const [coin] = await solanaAt(chains.solanaUrl)(SOLANA, neighbour)
  expect(coin?.amount).toBe(100_000_000_001n)
  expect(await ask('getBalance', neighbour)).toMatchObject({ value: Number(coin?.amount) })
})

test('Bitcoin: Esplora counts a payment at once; a bare node counts it only when it is in a block', async () => {
  const rpc = createBitcoinRpc(chains.bitcoindUrl.href)
  const address = account?.ordinal ?? ''
  const before = OWNED[0]?.ordinal ?? 0n
  const amountsNow = () =>
    Promise.all([amountOf(esploraAt(chains.esploraUrl)), amountOf(bitcoindAt(chains.bitcoindUrl))])
  const amountOf = async (read: HoldingsSource['read']) => (await read(REGTEST, address))[0]?.amount
  expect(await amountsNow()).toEqual([before, before])

  const height = await rpc.call<number>('getblockcount')
  const { status } = await fetch(new URL(`/__faucet/${address}/1234567`, chains.esploraUrl), { method: 'POST' })
  expect(status).toBe(200)
  const after = before + 1_234_567n
  expect(await amountsNow()).toEqual([after, after])

  // A reorganization invalidates the block with the payment, and then restores it.
  const block = await rpc.call<string>('getblockhash', height + 1)
  await rpc.call('invalidateblock', block)
  expect(await amountsNow()).toEqual([after, before])
  await rpc.call('reconsiderblock', block)
  expect(await amountsNow()).toEqual([after, after])
})

test('Bitcoin: an address with a wrong checksum is a client error, with either source', async () => {
  for (const read of [esploraAt(chains.esploraUrl), bitcoindAt(chains.bitcoindUrl)]) {
    const wrong = read(REGTEST, `${payment.slice(0, -1)}q`)
    await expect(wrong).rejects.toMatchObject({ code: 'address.malformed', status: 400 })
  }
})

test('Bitcoin: simultaneous requests to a node are answered one after the other', async () => {
  const read = bitcoindAt(chains.bitcoindUrl)
  const each = await Promise.all([payment, BITCOIN_STRANGER, payment].map((address) => read(REGTEST, address)))
  expect(each.map(([coin]) => coin?.amount)).toEqual([OWNED[0]?.payment, 0n, OWNED[0]?.payment])
})
