import type {
  AssetPlace,
  ExchangeAssets,
  ExchangeBuyStatus,
  ExchangePayUrl,
  ExchangePayUrlParams,
  Exchanges,
  ExchangesParams,
} from '@portico/contracts/services/payments'

/** Facts about the caller. */
export interface Asked {
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
  list(params: ExchangesParams, place: AssetPlace | undefined, asked: Asked): Promise<Exchanges>
  payUrl(params: ExchangePayUrlParams, place: AssetPlace, asked: Asked): Promise<ExchangePayUrl>
  buyStatus(params: { exchangeId: string; sessionId: string }, asked: Asked): Promise<ExchangeBuyStatus>
  /** @throws ServiceError `payments.unknownExchange` */
  assets(exchangeId: string, asked: Asked): Promise<ExchangeAssets>
}
