import type { CaipNetworkId } from '@portico/contracts'
import { sellTestMoney } from '../../local/testMoney/onramp/sellTestMoney'
import { esploraHoldings } from '../../services/src/blockchainApi/balances/esploraHoldings'
import { solanaHoldings } from '../../services/src/blockchainApi/balances/solanaHoldings'
import { onrampApi } from '../../services/src/blockchainApi/onramp/onrampApi'
import { createApp } from '../../services/src/http/createApp'
import { freeUrl } from '../../services/testing/fakeNode'
import { partsOver } from '../../services/testing/localPools'
import { createBuyer } from '../../services/testing/onrampBuyer'
import { describeOnramp } from '../../services/testing/onrampSuite'
import { type OtherChains, startOtherChains } from '../support/otherChains'

jest.setTimeout(60_000)

const SOLANA: CaipNetworkId = 'solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu'
const REGTEST: CaipNetworkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const SOLANA_BUYER = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxE'
/** The address of a version 0 witness program that BIP 173 gives as an example, encoded for regtest. */
const BITCOIN_BUYER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let chains: OtherChains
let unreachable: URL

beforeAll(async () => {
  ;[unreachable, chains] = await Promise.all([freeUrl(), startOtherChains()])
}, 360_000)

afterAll(() => chains?.stop())

function serviceOver(solana: URL, esplora: URL) {
  const parts = partsOver(new Map([[SOLANA, [solana]]]), { hasPools: false })
  const testMoney = sellTestMoney(
    new Map([
      [SOLANA, solana],
      [REGTEST, esplora],
    ]),
  )
  const app = createApp(parts.log).route('/', onrampApi(parts, { added: [testMoney] }))
  return { parts, request: async (path: string, init?: RequestInit) => app.request(path, init) }
}
const service = () => serviceOver(chains.solanaUrl, chains.esploraUrl)

const describeOf = (caipNetworkId: CaipNetworkId, symbol: string, address: string) => () => ({
  request: service().request,
  caipNetworkId,
  symbol,
  address,
  page: 'http://localhost/onramp/sandbox?order=',
})
describeOnramp('the sandbox on Solana', describeOf(SOLANA, 'SOL', SOLANA_BUYER))
describeOnramp('the sandbox on Bitcoin', describeOf(REGTEST, 'BTC', BITCOIN_BUYER))

async function ownedOf(caipNetworkId: CaipNetworkId, address: string): Promise<bigint> {
  const read =
    caipNetworkId === SOLANA
      ? solanaHoldings(service().parts)
      : esploraHoldings(new Map([[REGTEST, [chains.esploraUrl]]]))
  return (await read(caipNetworkId, address))[0]?.amount ?? 0n
}

describe.each([
  [SOLANA, 'SOL', SOLANA_BUYER, '0.66', 660_000_000n],
  [REGTEST, 'BTC', BITCOIN_BUYER, '0.00165', 165_000n],
] as const)('%s', (caipNetworkId, symbol, address, expected, units) => {
  test('pressing "Pay" twice delivers exactly the quoted amount, once', async () => {
    const buyer = createBuyer(service().request, caipNetworkId, address)
    const before = await ownedOf(caipNetworkId, address)
    const { quoteId, purchaseAmount } = await buyer.quote(symbol)
    expect(purchaseAmount).toEqual({ amount: expected, currency: symbol })
    const { page, orderId } = await buyer.order(symbol, { quoteId })
    const answers = await Promise.all([buyer.press(page), buyer.press(page)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await ownedOf(caipNetworkId, address)) - before).toBe(units)
    expect(await buyer.status(orderId)).toEqual({ status: 'delivered', txHash: expect.stringMatching(/^\w{64,90}$/) })
  })

  test('when the chain does not answer, the order is refused or fails', async () => {
    const buyer = createBuyer(serviceOver(unreachable, unreachable).request, caipNetworkId, address)
    const asked = await buyer.askForPage(symbol)
    if (asked.status === 503) {
      // For this chain the service has to ask a node whether the address is valid.
      expect([caipNetworkId, await asked.json()]).toMatchObject([REGTEST, { error: { code: 'onramp.unavailable' } }])
      return
    }
    const { page, orderId } = await buyer.order(symbol)
    await buyer.press(page)
    expect(await buyer.status(orderId)).toEqual({ status: 'failed' })
  })
})

test('an address with a wrong checksum is refused before anything is paid', async () => {
  const buyer = createBuyer(service().request, REGTEST, `${BITCOIN_BUYER.slice(0, -1)}q`)
  const refused = await buyer.askForPage('BTC')
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 'address.malformed' } }])
})

test('Solana tokens are not sold, because the faucet has none', async () => {
  const { purchaseCurrencies } = await createBuyer(service().request, SOLANA, SOLANA_BUYER).options()
  expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['SOL', 'BTC'])
})
