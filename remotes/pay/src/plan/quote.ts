import { type ActingCommands, isModalError, ModalError, parseCaipNetworkId } from '@portico/contracts'
import { currencyOf, NATIVE_ASSET, PAYMENTS_PATHS, TransferQuote } from '@portico/contracts/services/payments'
import { safeParse } from 'valibot'
import type { BillToken } from '../bill/bill.ts'
import type { Wish } from './plan.ts'

/** The service's codes for "no route", which is not a failure. */
const NO_ROUTE: readonly unknown[] = ['payments.noRoute', 'payments.unsupported', 'payments.unconfigured']

const isRefusal = (error: unknown) => isModalError(error) && NO_ROUTE.includes(error.details.code)

/**
 * services.md §9.3. Returns the quote unchecked.
 * @returns undefined if there is no route
 * @throws ModalError `service.*`
 */
export async function askQuote(
  { askService }: Pick<ActingCommands, 'askService'>,
  { bill, account, source }: Wish,
  signal: AbortSignal,
): Promise<TransferQuote | undefined> {
  const path = PAYMENTS_PATHS.quote
  const network = bill.caipNetworkId
  const { reference } = parseCaipNetworkId(network)
  const currency = ({ address: asset = NATIVE_ASSET }: BillToken) => currencyOf({ network, asset })
  const body = {
    user: account,
    originChainId: reference,
    originCurrency: currency(source),
    destinationChainId: reference,
    destinationCurrency: currency(bill.token),
    recipient: bill.recipient,
    amount: bill.amount,
  }
  let answer: unknown
  try {
    answer = await askService({ path, body }, signal)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
  const { success, output } = safeParse(TransferQuote, answer)
  if (!success) throw new ModalError('service.invalidAnswer', { details: { path } })
  return output
}
