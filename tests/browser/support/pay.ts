import { randomBytes } from 'node:crypto'
import { encodeBase58 } from '@portico/contracts/chains/bytes'
import type { Locator, Page } from 'playwright-core'
import type { Paid } from '../../../host/src/site/publicApi.ts'
import { SOLANA_TOKENS } from '../../../local/chains/solana/solanaTokens.ts'
import { DOLLAR } from './evmChain.ts'
import { askChain, stack } from './stack.ts'
import type { Visit, VisitOptions } from './visit.ts'

/** Helpers for paying. */

/** A site that requests money on a network that it marks as a test network: the test exchange pays there. */
export const checkout = (query: VisitOptions['query'] = {}, options: object = {}): VisitOptions['query'] => ({
  ...query,
  options: {
    features: { pay: true },
    networks: [
      {
        id: 31337,
        name: 'Portico Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [stack.urls.anvil] } },
        testnet: true,
      },
    ],
    ...options,
  },
})

export const LOCAL_NETWORK = 'eip155:31337'
const { name, symbol, decimals } = DOLLAR

/** The site's order, in ether or the local dollar. */
export const etherFor = (recipient: string, amount: string) => ({
  paymentAsset: {
    network: LOCAL_NETWORK,
    asset: 'native',
    metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
  recipient,
  amount,
})
export const dollarsFor = (recipient: string, amount: string) => ({
  paymentAsset: { network: LOCAL_NETWORK, asset: DOLLAR.address as string, metadata: { name, symbol, decimals } },
  recipient,
  amount,
})

const SOLANA_NETWORK = 'solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu'
const SOL = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const [SOLANA_DOLLAR] = SOLANA_TOKENS
if (!SOLANA_DOLLAR) throw new Error('There is no token on Solana.')
/** The mint of the dollars of the local cluster. */
export const SOLANA_MINT = SOLANA_DOLLAR.address

/** The same site, with its orders on Solana. */
export const solanaCheckout = (): VisitOptions['query'] =>
  checkout(
    { families: 'solana', solana: 'ok' },
    {
      networks: [
        {
          id: SOLANA_NETWORK.split(':')[1],
          caipNetworkId: SOLANA_NETWORK,
          chainNamespace: 'solana',
          name: 'Portico Solana',
          nativeCurrency: SOL,
          rpcUrls: { default: { http: [stack.urls.solana] } },
          testnet: true,
        },
      ],
    },
  )

/** An unused address on Solana. */
export const solanaStranger = (): string => encodeBase58(randomBytes(32))

/** The site's order on Solana, in SOL or the cluster's dollar. */
export const solFor = (recipient: string, amount: string): Order => ({
  paymentAsset: { network: SOLANA_NETWORK, asset: 'native', metadata: SOL },
  recipient,
  amount,
})
export const solanaDollarsFor = (recipient: string, amount: string): Order => ({
  paymentAsset: {
    network: SOLANA_NETWORK,
    asset: SOLANA_MINT,
    metadata: { name: SOLANA_DOLLAR.name, symbol: SOLANA_DOLLAR.symbol, decimals: SOLANA_DOLLAR.decimals },
  },
  recipient,
  amount,
})

/** Balance in the cluster's dollar, in its smallest unit. */
export async function solanaDollarsOf(owner: string): Promise<bigint> {
  const filter = { mint: SOLANA_MINT }
  const config = { encoding: 'jsonParsed', commitment: 'confirmed' }
  const { value } = (await askChain(stack.urls.solana, 'getTokenAccountsByOwner', [owner, filter, config])) as {
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }
  return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
}

export type Order = ReturnType<typeof etherFor>

/** The site requests a payment, and the view opens. `outcome` is the site's result, or its error code. */
export async function asks(visitor: Visit, order: unknown): Promise<{ readonly outcome: Promise<Paid | string> }> {
  const outcome = visitor.onPage(
    (modal, wanted) =>
      modal
        .open({ view: 'Pay', arguments: wanted as Order })
        .then((paid) => paid as Paid)
        .catch((error: { code?: string }) => error.code ?? String(error)),
    order,
  )
  // A caller that does not await `outcome` can end the visit before the site gets an answer.
  outcome.catch(() => {})
  await visitor.view('Pay').waitFor()
  return { outcome }
}

export const walletOption = ({ page }: Visit): Locator => page.getByTestId('wallet-payment-option')
export const testExchange = ({ page }: Visit): Locator => page.getByTestId('exchange-option-reown_test')
export const payButton = ({ page }: Visit): Locator => page.getByTestId('pay-button')
/** Description of what the wallet will be asked to sign. */
export const words = (visitor: Visit): Locator => visitor.view('PayQuote').getByTestId('request-preview')

/** Goes from the site's request to the wallet's order, and waits until the order can be paid. */
export async function toOrder(visitor: Visit): Promise<void> {
  await walletOption(visitor).click()
  await visitor.view('PayQuote').waitFor()
}

/** Waits for the order and presses pay. */
export const pays = (visitor: Visit): Promise<void> => payButton(visitor).and(visitor.page.locator(':enabled')).click()

/** Waits until the payment has this phase. @returns its transaction id */
export async function became({ page }: Visit, phase: string): Promise<string> {
  const found = page.locator(`[data-testid="pay-outcome"][data-phase="${phase}"]`)
  await found.waitFor()
  return (await found.getAttribute('data-hash')) ?? ''
}

/** Opens the test exchange's page. */
export async function toExchange(visitor: Visit): Promise<Page> {
  await testExchange(visitor).click()
  const opening = visitor.context.waitForEvent('page')
  await visitor.page.getByTestId('pay-continue-button').click()
  const popup = await opening
  await visitor.view('PayLoading').waitFor()
  return popup
}
