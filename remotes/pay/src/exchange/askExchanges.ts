import { type ActingCommands, ModalError, type Network } from '@portico/contracts'
import { amountText } from '@portico/contracts/money'
import { isPageUrl } from '@portico/contracts/popups'
import {
  EXCHANGE_METHODS,
  ExchangeBuyStatus,
  ExchangePayUrl,
  Exchanges,
  NATIVE_ASSET,
  PAYMENTS_PATHS,
  PaymentsRpcAnswer,
  TEST_EXCHANGE_ID,
  writeCaip19,
} from '@portico/contracts/services/payments'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { Bill } from '../bill/bill.ts'
import type { ExchangeChoice } from '../paySlice.ts'

type Ask = Pick<ActingCommands, 'askService'>

/** public-api.md §15 */
const EXCHANGES_MAX = 2

const invalid = () => new ModalError('service.invalidAnswer', { details: { path: PAYMENTS_PATHS.jsonRpc } })

/** services.md §9.1. @throws ModalError `service.*`; an RPC error is in `details` of `service.status` */
async function call<Schema extends GenericSchema>(
  { askService }: Ask,
  method: string,
  params: object,
  schema: Schema,
  signal?: AbortSignal,
): Promise<InferOutput<Schema>> {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const read = safeParse(PaymentsRpcAnswer, await askService({ path: PAYMENTS_PATHS.jsonRpc, body }, signal))
  if (!read.success) throw invalid()
  if ('error' in read.output) {
    const { message: reason, data } = read.output.error
    throw new ModalError('service.status', { details: { status: 200, reason, code: data?.code } })
  }
  const { success, output } = safeParse(schema, read.output.result)
  if (!success) throw invalid()
  return output
}

/** @throws ModalError `service.status` with the code ASSET_NOT_SUPPORTED if no exchange supports this family */
function assetOf({ caipNetworkId: network, token: { address: asset = NATIVE_ASSET } }: Bill): string {
  const text = writeCaip19({ network, asset })
  if (text) return text
  throw new ModalError('service.status', { details: { status: 200, code: 'ASSET_NOT_SUPPORTED' } })
}

const amountOf = ({ amount, token }: Bill) => amountText(BigInt(amount), token.decimals)

/** Exchanges that pay this asset: on test networks only the test exchange, elsewhere all others (views.md §21). */
export async function askExchanges(
  ask: Ask,
  bill: Bill,
  { testnet }: Pick<Network, 'testnet'>,
  signal: AbortSignal,
): Promise<readonly ExchangeChoice[]> {
  const params = { page: 0, asset: assetOf(bill), amount: amountOf(bill) }
  const { exchanges } = await call(ask, EXCHANGE_METHODS.exchanges, params, Exchanges, signal)
  return exchanges.filter(({ id }) => (id === TEST_EXCHANGE_ID) === testnet).slice(0, EXCHANGES_MAX)
}

/** The exchange's page where the bill is paid. @throws ModalError `service.*` */
export async function askPage(ask: Ask, exchangeId: string, bill: Bill): Promise<ExchangePayUrl> {
  const params = {
    exchangeId,
    asset: assetOf(bill),
    amount: amountOf(bill),
    recipient: `${bill.caipNetworkId}:${bill.recipient}`,
  }
  const page = await call(ask, EXCHANGE_METHODS.payUrl, params, ExchangePayUrl)
  if (!isPageUrl(page.url)) throw invalid()
  return page
}

/** The status of a payment from an exchange. @throws ModalError `service.*` */
export const askStatus = (
  ask: Ask,
  params: { readonly exchangeId: string; readonly sessionId: string },
  signal: AbortSignal,
): Promise<ExchangeBuyStatus> => call(ask, EXCHANGE_METHODS.buyStatus, params, ExchangeBuyStatus, signal)
