import {
  currencyOf,
  EvmTransferTransaction,
  PAYMENTS_PATHS,
  type PaymentAsset,
  TransferQuote,
  TransferStatus,
  type TransferStep,
} from '@portico/contracts/services/payments'
import { safeParse } from 'valibot'
import { type Asset, isEvm, readAsset } from '../../blockchainApi/asset.ts'
import { ServiceError } from '../../http/errors.ts'
import type { Log } from '../../log.ts'
import { isSameAsset, type Transfer } from '../transfers/readTransfer.ts'
import type { TransferUpstream } from '../transfers/transfersApi.ts'
import type { AskPayments } from './askPayments.ts'

function isAsset({ network, asset }: PaymentAsset, wanted: Asset): boolean {
  const currency = currencyOf({ network, asset })
  const read = currency === undefined ? undefined : readAsset(`${network}:${currency}`)
  return read !== undefined && isSameAsset(read, wanted)
}

/** Whether a step matches the paid asset, the payer and the network of the transfer. */
function isOfTransfer(step: TransferStep, { origin, user }: Transfer): boolean {
  if (step.type === 'deposit') {
    const currency = readAsset(`${origin.caipNetworkId}:${step.deposit.currency}`)
    return currency !== undefined && isSameAsset(currency, origin)
  }
  if (!isEvm(origin.caipNetworkId)) return true
  const { success, output } = safeParse(EvmTransferTransaction, step.transaction)
  return success && output.network === origin.caipNetworkId && output.from.toLowerCase() === user?.toLowerCase()
}

/** @returns the part that differs from the request; undefined if none does */
function differenceOf({ origin, destination, steps }: TransferQuote, transfer: Transfer): string | undefined {
  if (!isAsset(origin.currency, transfer.origin)) return 'origin'
  if (!isAsset(destination.currency, transfer.destination)) return 'destination'
  // Exactly this amount must arrive.
  if (BigInt(destination.amount) !== transfer.amount) return 'amount'
  if (origin.expected !== undefined && BigInt(origin.expected) > BigInt(origin.amount)) return 'expected'
  return steps.every((step) => isOfTransfer(step, transfer)) ? undefined : 'steps'
}

/** Quotes from an upstream with the API of services.md §9.3. A quote that differs from the request is discarded. */
export function createUpstreamTransfers(ask: AskPayments, log: Log): TransferUpstream {
  return {
    async quote(transfer, wire, signal) {
      const quote = await ask({ path: PAYMENTS_PATHS.quote, body: wire }, TransferQuote, signal)
      if (!quote) throw new ServiceError('payments.noRoute')
      const difference = differenceOf(quote, transfer)
      if (difference === undefined && quote.type === undefined) return quote
      log.warn('a quote of the upstream of payments is about something else', { difference: difference ?? 'type' })
      throw new ServiceError('payments.unavailable')
    },
    async status({ requestId, txHash }, signal) {
      const status = await ask({ path: PAYMENTS_PATHS.status, query: { requestId, txHash } }, TransferStatus, signal)
      if (!status) throw new ServiceError('payments.unknownRequest')
      return status
    },
  }
}
