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

/** Who calls, and from where the answer is read. */
export interface Caller {
  /** This service's public origin. */
  readonly origin: string
  /** The address on this service for an external picture; undefined if the service would not fetch it. */
  pictureAt(address: string): string | undefined
  readonly signal: AbortSignal
}

/**
 * Exchanges that pay for a visitor: the one with test money, or those of an upstream.
 * @throws RpcRefusal for invalid parameters; ServiceError `payments.unavailable`
 */
export interface ExchangeSource {
  /** Those that pay in `params.asset`; all if there is none. */
  list(params: ExchangesParams, place: AssetPlace | undefined, caller: Caller): Promise<Exchanges>
  payUrl(params: ExchangePayUrlParams, place: AssetPlace, caller: Caller): Promise<ExchangePayUrl>
  buyStatus(params: { exchangeId: string; sessionId: string }, caller: Caller): Promise<ExchangeBuyStatus>
  /** @throws ServiceError `payments.unknownExchange` */
  assets(exchangeId: string, caller: Caller): Promise<ExchangeAssets>
}

/** Pays with test money on its own networks. */
export interface TestExchange extends ExchangeSource {
  has(network: string): boolean
  /** Its own pages. */
  readonly routes: Hono
}

/** @returns undefined if it has nothing to pay with */
export type CreateTestExchange = (
  parts: Pick<Parts, 'chains' | 'tokens' | 'log' | 'signal'>,
) => TestExchange | undefined
