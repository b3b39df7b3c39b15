import {
  EXCHANGE_METHODS,
  ExchangeAssets,
  ExchangeBuyStatus,
  ExchangePayUrl,
  Exchanges,
  exchangeAssetsPath,
  PAYMENTS_PATHS,
  PaymentsRpcAnswer,
  TEST_EXCHANGE_ID,
  writeCaip19,
} from '@portico/contracts/services/payments'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { ServiceError } from '../../http/errors.ts'
import type { Caller, ExchangeSource } from '../exchanges/exchangeSource.ts'
import { invalidParams, notSupported } from '../exchanges/rpcRefusal.ts'
import type { AskPayments } from './askPayments.ts'

const unavailable = () => new ServiceError('payments.unavailable')

/** The exchanges of an upstream with the API of services.md §9. Its errors' meaning is passed on, but not the text. */
export function createUpstreamExchanges(ask: AskPayments): ExchangeSource {
  /** @returns the result; for a refused method, whether the asset was the reason */
  async function call<Schema extends GenericSchema>(
    method: string,
    params: object,
    schema: Schema,
    { signal }: Caller,
  ): Promise<InferOutput<Schema> | { readonly isUnsupported: boolean }> {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const answer = await ask({ path: PAYMENTS_PATHS.jsonRpc, body }, PaymentsRpcAnswer, signal)
    if (!answer) return { isUnsupported: false }
    if ('error' in answer) return { isUnsupported: answer.error.message.includes('is not supported') }
    const read = safeParse(schema, answer.result)
    if (!read.success) throw unavailable()
    return read.output
  }

  const isRefused = (answer: object): answer is { readonly isUnsupported: boolean } => 'isUnsupported' in answer

  return {
    async list(params, _, caller) {
      const answer = await call(EXCHANGE_METHODS.exchanges, params, Exchanges, caller)
      // No exchange of the upstream pays in this asset.
      if (isRefused(answer)) return { exchanges: [], total: 0 }
      const { includeOnly, exclude = [] } = params
      const exchanges = answer.exchanges
        .filter(({ id }) => id !== TEST_EXCHANGE_ID && !exclude.includes(id) && (includeOnly ?? [id]).includes(id))
        // A page must not load a picture from a third party, which would learn what each visitor looks at.
        .map(({ id, name, imageUrl }) => ({ id, name, imageUrl: (imageUrl && caller.pictureAt(imageUrl)) || '' }))
      return { exchanges, total: Math.max(answer.total, exchanges.length) }
    },
    async payUrl(params, place, caller) {
      const answer = await call(
        EXCHANGE_METHODS.payUrl,
        { ...params, asset: writeCaip19(place) },
        ExchangePayUrl,
        caller,
      )
      if (isRefused(answer)) {
        if (answer.isUnsupported) throw notSupported(params.asset, params.exchangeId)
        throw invalidParams(`Exchange ${params.exchangeId} does not take this payment`, 'UNABLE_TO_GET_PAY_URL')
      }
      // Visitors sign in on this page, so it must be encrypted.
      if (!answer.url.startsWith('https://')) throw unavailable()
      return answer
    },
    async buyStatus(params, caller) {
      const answer = await call(EXCHANGE_METHODS.buyStatus, params, ExchangeBuyStatus, caller)
      if (isRefused(answer))
        throw invalidParams(`Exchange ${params.exchangeId} does not know this payment`, 'UNABLE_TO_GET_BUY_STATUS')
      return answer
    },
    async assets(exchangeId, { signal }) {
      const answer = await ask({ path: exchangeAssetsPath(exchangeId) }, ExchangeAssets, signal)
      if (!answer) throw new ServiceError('payments.unknownExchange')
      if (answer.exchangeId !== exchangeId) throw unavailable()
      return answer
    },
  }
}
