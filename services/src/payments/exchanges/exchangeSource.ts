import type {
  AssetPlace,
  ExchangeAssets,
  ExchangeBuyStatus,
  ExchangePayUrl,
  ExchangePayUrlParams,
  Exchanges,
  ExchangesParams,
} from '@portico/contracts/services/payments'
import type { Hono } from 'hono'
import type { Parts } from '../../blockchainApi/parts.ts'

/** The context of a call. */
export interface Caller {
  /** This service's public origin. */
  readonly origin: string
  /** The URL of an external picture on this service; undefined if the service would not fetch the picture. */
  pictureAt(address: string): string | undefined
  readonly signal: AbortSignal
}

/**
 * Exchanges that pay for a visitor: the test exchange, or the exchanges of an upstream.
 * @throws RpcRefusal for invalid parameters; ServiceError `payments.unavailable`
 */
export interface ExchangeSource {
  /** The exchanges that pay in `params.asset`; all exchanges if no asset is given. */
  list(params: ExchangesParams, place: AssetPlace | undefined, caller: Caller): Promise<Exchanges>
  payUrl(params: ExchangePayUrlParams, place: AssetPlace, caller: Caller): Promise<ExchangePayUrl>
  buyStatus(params: { exchangeId: string; sessionId: string }, caller: Caller): Promise<ExchangeBuyStatus>
  /** @throws ServiceError `payments.unknownExchange` */
  assets(exchangeId: string, caller: Caller): Promise<ExchangeAssets>
}

/** An exchange that pays with test money on its own networks. */
export interface TestExchange extends ExchangeSource {
  has(network: string): boolean
  /** The pages of the exchange. */
  readonly routes: Hono
}

/** @returns undefined if the exchange has nothing to pay with */
export type CreateTestExchange = (
  parts: Pick<Parts, 'chains' | 'tokens' | 'log' | 'signal'>,
) => TestExchange | undefined
