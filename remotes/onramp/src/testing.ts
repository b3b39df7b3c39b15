import { type ActingCommands, ModalError } from '@portico/contracts'
import {
  ONRAMP_PATHS,
  type OnrampOptions,
  type OnrampOrder,
  type OnrampQuote,
  type OnrampQuoteRequest,
} from '@portico/contracts/services/onramp'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const on = (name: string) => ({
  name,
  display_name: name,
  chain_id: name.split(':')[1] ?? '',
  contract_address: '0xeeee',
})

/** Two sellers: one on Ethereum, one on Ethereum and Solana. */
export const options: OnrampOptions = {
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '2500.00' }] },
    {
      id: 'EUR',
      payment_method_limits: [
        { id: 'card', min: '10.00', max: '400.00' },
        { id: 'ach_bank_account', min: '20.00', max: '600.00' },
      ],
    },
  ],
  purchaseCurrencies: [
    { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [on('eip155:1'), on('eip155:10')] },
    { id: 'USDC', name: 'USD Coin', symbol: 'USDC', networks: [on('eip155:137'), on('eip155:1')] },
    { id: 'SOL', name: 'Solana', symbol: 'SOL', networks: [on(SOLANA)] },
  ],
  providers: [
    { id: 'sandbox', name: 'Test money', fee_range: '1%', networks: ['eip155:1'] },
    { id: 'meld', name: 'Meld.io', fee_range: '1-2%', networks: ['eip155:1', SOLANA] },
  ],
}

export const quoteFor = ({ amount, paymentCurrency, purchaseCurrency }: OnrampQuoteRequest): OnrampQuote => ({
  paymentTotal: { amount, currency: paymentCurrency.id },
  paymentSubtotal: { amount: `${BigInt(amount.slice(0, -3)) - 1n}.00`, currency: paymentCurrency.id },
  purchaseAmount: { amount: '98.7654321', currency: purchaseCurrency.symbol },
  networkFee: { amount: '0.00', currency: paymentCurrency.id },
  quoteId: `quote of ${amount}`,
})

type Answer = unknown | ModalError | Promise<unknown>

export interface FakeOnramp {
  readonly askService: ActingCommands['askService']
  /** The requests, in order, with their parameters. */
  readonly requests: { readonly path: string; readonly query?: object | undefined; readonly body?: never }[]
  options: Answer
  quote: (request: OnrampQuoteRequest) => Answer
  page: Answer
  /** The order's status, one answer per request; the last answer repeats. */
  orders: (OnrampOrder | ModalError)[]
}

/** A working on-ramp service; tests override its answers. */
export function fakeOnramp(): FakeOnramp {
  const fake: FakeOnramp = {
    requests: [],
    options,
    quote: quoteFor,
    page: { url: 'https://pay.example/order/7', orderId: 'order-7' },
    orders: [{ status: 'created' }],
    async askService({ path, query, body }) {
      fake.requests.push({ path, query, body: body as never })
      const answer = await answerOf(path, body)
      if (answer instanceof ModalError) throw answer
      return answer
    },
  }
  function answerOf(path: string, body: unknown): Answer {
    if (path === ONRAMP_PATHS.options) return fake.options
    if (path === ONRAMP_PATHS.quote) return fake.quote(body as OnrampQuoteRequest)
    if (path === ONRAMP_PATHS.url) return fake.page
    return fake.orders.length > 1 ? fake.orders.shift() : fake.orders[0]
  }
  return fake
}

export const refusal = (code: string, reason?: string) =>
  new ModalError('service.status', { details: { status: 400, code, reason } })
