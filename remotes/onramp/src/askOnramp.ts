import { type ActingCommands, ModalError } from '@portico/contracts'
import { compare, readDecimal } from '@portico/contracts/money'
import { isPageUrl } from '@portico/contracts/popups'
import {
  ONRAMP_PATHS,
  OnrampOptions,
  OnrampOrder,
  type OnrampProviderId,
  OnrampQuote,
  type OnrampQuoteRequest,
  OnrampUrl,
  type OnrampUrlRequest,
} from '@portico/contracts/services/onramp'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'

interface Door {
  acting(): Promise<ActingCommands>
}

type Question = Parameters<ActingCommands['askService']>[0]

async function ask<Schema extends GenericSchema>(
  { acting }: Door,
  question: Question,
  schema: Schema,
  signal?: AbortSignal,
): Promise<InferOutput<Schema>> {
  const { askService } = await acting()
  const { success, output } = safeParse(schema, await askService(question, signal))
  if (!success) throw new ModalError('service.invalidAnswer', { details: { path: question.path } })
  return output
}

/** What is sold and by whom, limited to `provider` if given. services.md §7.19. @throws ModalError `service.*` */
export const askOptions = (door: Door, provider: string | undefined, signal?: AbortSignal) =>
  ask(door, { path: ONRAMP_PATHS.options, query: { provider } }, OnrampOptions, signal)

function isSameAmount(one: string, other: string): boolean {
  const [a, b] = [readDecimal(one), readDecimal(other)]
  return a !== undefined && b !== undefined && compare(a, b) === 0
}

/**
 * services.md §7.20. An answer that does not match the request counts as no answer; nothing is substituted for it.
 * @throws ModalError `service.*`
 */
export async function askQuote(door: Door, body: OnrampQuoteRequest, signal?: AbortSignal): Promise<OnrampQuote> {
  const quote = await ask(door, { path: ONRAMP_PATHS.quote, body }, OnrampQuote, signal)
  const { paymentTotal, paymentSubtotal, purchaseAmount, quoteId } = quote
  const isMeant =
    paymentTotal.currency === body.paymentCurrency.id &&
    paymentSubtotal.currency === body.paymentCurrency.id &&
    isSameAmount(paymentTotal.amount, body.amount) &&
    purchaseAmount.currency === body.purchaseCurrency.symbol &&
    quoteId !== ''
  if (!isMeant) throw new ModalError('service.invalidAnswer', { details: { path: ONRAMP_PATHS.quote } })
  return quote
}

/** The page where the quote is paid. services.md §7.18. @throws ModalError `service.*` */
export async function askPage(
  door: Door,
  { address, caipNetworkId, symbol, quoteId, provider }: PageRequest,
  signal?: AbortSignal,
): Promise<OnrampUrl> {
  const body: Omit<OnrampUrlRequest, 'defaultExperience'> = {
    destinationWallets: [{ address, blockchains: [caipNetworkId], assets: [symbol] }],
    defaultNetwork: caipNetworkId,
    // The provider identifies the buyer only by the delivery address.
    partnerUserId: address,
    quoteId,
    provider,
  }
  const page = await ask(door, { path: ONRAMP_PATHS.url, body }, OnrampUrl, signal)
  if (!isPageUrl(page.url)) throw new ModalError('service.invalidAnswer', { details: { path: ONRAMP_PATHS.url } })
  return page
}

export interface PageRequest {
  readonly address: string
  readonly caipNetworkId: string
  readonly symbol: string
  readonly quoteId: string
  readonly provider?: OnrampProviderId | undefined
}

/** The status of a purchase. @throws ModalError `service.*` */
export const askOrder = (door: Door, orderId: string, signal?: AbortSignal): Promise<OnrampOrder> =>
  ask(door, { path: `${ONRAMP_PATHS.orders}/${encodeURIComponent(orderId)}` }, OnrampOrder, signal)
