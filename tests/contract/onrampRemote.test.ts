import { type ActingCommands, ModalError } from '@portico/contracts'
import { parseAmount } from '@portico/contracts/money'
import type { OnrampOptions, OnrampOrder, OnrampQuote, OnrampUrl } from '@portico/contracts/services/onramp'
import { fakeActing } from '@portico/contracts/testing'
import type { Address } from 'viem'
import { sellTestMoney } from '../../local/testMoney/onramp/sellTestMoney'
import { onrampApi } from '../../services/src/blockchainApi/onramp/onrampApi.ts'
import { createApp } from '../../services/src/http/createApp.ts'
import { LOCAL_NETWORK, partsOver, SHOP, startLocalPools } from '../../services/testing/localPools.ts'
import { remoteCode } from '../support/remoteCode.ts'

/** The remote's requests, tested against the selling service and a chain on which it delivers. */

/** Account 8 of the development mnemonic; other tests do not spend its funds. */
const PAYER: Address = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const BUYER: Address = '0x000000000000000000000000000000000000b0b0'

type Door = { acting(): Promise<ActingCommands> }
type Currency = OnrampOptions['purchaseCurrencies'][number]
interface Code {
  askOptions(door: Door, provider: string | undefined): Promise<OnrampOptions>
  askQuote(door: Door, body: object): Promise<OnrampQuote>
  askPage(door: Door, request: object): Promise<OnrampUrl>
  askOrder(door: Door, orderId: string): Promise<OnrampOrder>
  toBuyError(error: unknown): { readonly service?: string; readonly reason?: string }
  sellersOn(options: OnrampOptions, id: string, listed: readonly string[]): readonly { readonly id: string }[]
  tokensOn(options: OnrampOptions, id: string): readonly Currency[]
  limitsOf(currency: object): { readonly min: unknown; readonly max: unknown } | undefined
}
let code: Code
let chain: Awaited<ReturnType<typeof startLocalPools>>
let app: { request(path: string, init?: RequestInit): Response | Promise<Response> }

beforeAll(async () => {
  code = await remoteCode('onramp/src/askOnramp.ts', 'onramp/src/buyError.ts', 'onramp/src/offer.ts')
  // The stack's pages have the services' protocol.
  Object.assign(globalThis, { location: { protocol: 'http:' } })
  chain = await startLocalPools()
  const parts = partsOver(new Map([[LOCAL_NETWORK, [chain.url]]]))
  app = createApp(parts.log).route('/', onrampApi(parts, { added: [sellTestMoney(new Map([[LOCAL_NETWORK, PAYER]]))] }))
})
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'location')
  return chain.stop()
})

/** The host's door to the service. */
const door: Door = {
  acting: async () =>
    fakeActing({
      async askService({ path, query = {}, body }) {
        const asked = new URLSearchParams({ projectId: SHOP, st: 'appkit', sv: 'html-core-1.7.19' })
        for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, value)
        const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
        const answer = await app.request(`${path}?${asked}`, init)
        const said = (await answer.json()) as { reasons?: { description: string }[]; error?: { code: string } }
        if (answer.ok) return said
        const [reason] = said.reasons ?? []
        throw new ModalError('service.status', {
          details: { status: answer.status, reason: reason?.description, code: said.error?.code },
        })
      },
    }),
}

async function wish(symbol: string, amount = '100.00') {
  const options = await code.askOptions(door, 'sandbox')
  const purchaseCurrency = code.tokensOn(options, LOCAL_NETWORK).find((token) => token.symbol === symbol)
  const [paymentCurrency] = options.paymentCurrencies
  return { purchaseCurrency, paymentCurrency, amount, network: symbol, provider: 'sandbox' }
}
const refused = async (asking: Promise<unknown>) => code.toBuyError(await asking.catch((error: unknown) => error))

test('the sandbox is offered on its own chain only, and its amounts have limits', async () => {
  const options = await code.askOptions(door, undefined)
  expect(code.sellersOn(options, LOCAL_NETWORK, ['meld']).map(({ id }) => id)).toEqual(['sandbox'])
  expect(code.sellersOn(options, 'eip155:1', ['meld'])).toEqual([])
  expect(options.paymentCurrencies.every((currency) => code.limitsOf(currency))).toBe(true)
})

test('the account gets exactly the quoted amount', async () => {
  const quote = await code.askQuote(door, await wish('ETH'))
  const { quoteId, purchaseAmount } = quote
  const request = { address: BUYER, caipNetworkId: LOCAL_NETWORK, symbol: 'ETH', quoteId, provider: 'sandbox' }
  const { url, orderId = '' } = await code.askPage(door, request)
  expect(new URL(url).pathname).toBe('/onramp/sandbox')
  expect(await code.askOrder(door, orderId)).toEqual({ status: 'created' })
  const before = await chain.client.getBalance({ address: BUYER })

  const pressed = await app.request(`/onramp/sandbox/orders/${orderId}/pay`, { method: 'POST' })
  expect(pressed.status).toBe(303)
  const after = await chain.client.getBalance({ address: BUYER })
  expect(after - before).toBe(parseAmount(purchaseAmount.amount, 18))
  const { status, txHash } = await code.askOrder(door, orderId)
  expect(status).toBe('delivered')
  expect((await chain.client.getTransaction({ hash: txHash as `0x${string}` })).to).toBe(BUYER.toLowerCase())
})

test('a refusal by the service is recognized by its code', async () => {
  const tooMuch = await refused(code.askQuote(door, await wish('ETH', '2500.01')))
  expect(tooMuch).toMatchObject({
    service: 'onramp.amount',
    reason: expect.stringContaining('10.00 and 2500.00 USD'),
  })
  const sound = await wish('ETH')
  const unconfigured = code.askQuote(door, { ...sound, provider: 'meld' })
  expect((await refused(unconfigured)).service).toBe('onramp.unconfigured')
  const request = { address: BUYER, caipNetworkId: LOCAL_NETWORK, symbol: 'ETH', quoteId: '0'.repeat(32) }
  expect((await refused(code.askPage(door, request))).service).toBe('onramp.quoteOver')
  expect((await refused(code.askOrder(door, '0'.repeat(32)))).service).toBe('onramp.unknownOrder')
})
