import type {
  AssetPlace,
  ExchangeAssets,
  ExchangeBuyStatus,
  ExchangePayUrl,
  ExchangePayUrlParams,
  Exchanges,
  ExchangesParams,
} from '@portico/contracts/services/payments'

/** What is known of who asks. */
export interface Asked {
  /** Of this service, as it is reached from outside. */
  readonly origin: string
  /** Where this service answers with a picture that lies elsewhere; undefined where it would not ask for it. */
  pictureAt(address: string): string | undefined
  readonly signal: AbortSignal
}

/**
 * Exchanges that pay for a visitor: the one with test money, or those of an upstream.
 * @throws RpcRefusal where the parameters are at fault; ServiceError `payments.unavailable`
 */
export interface ExchangeSource {
  /** Those that pay in `params.asset`; all of them where none is named. */
  list(params: ExchangesParams, place: AssetPlace | undefined, asked: Asked): Promise<Exchanges>
  payUrl(params: ExchangePayUrlParams, place: AssetPlace, asked: Asked): Promise<ExchangePayUrl>
  buyStatus(params: { exchangeId: string; sessionId: string }, asked: Asked): Promise<ExchangeBuyStatus>
  /** @throws ServiceError `payments.unknownExchange` */
  assets(exchangeId: string, asked: Asked): Promise<ExchangeAssets>
}
