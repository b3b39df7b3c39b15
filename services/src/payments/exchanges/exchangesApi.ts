import { JsonRpcId } from '@portico/contracts/services/jsonRpc'
import {
  type AssetPlace,
  EXCHANGE_METHODS,
  ExchangeBuyStatusParams,
  ExchangePayUrlParams,
  type Exchanges,
  ExchangesParams,
  PAYMENTS_PATHS,
  type PayErrorCode,
  readCaip19,
  TEST_EXCHANGE_ID,
} from '@portico/contracts/services/payments'
import { type Context, Hono } from 'hono'
import { fallback, type GenericSchema, type InferOutput, literal, object, optional, string, unknown } from 'valibot'
import type { Parts } from '../../blockchainApi/parts.ts'
import { ServiceError } from '../../http/errors.ts'
import { ownOrigin } from '../../http/ownOrigin.ts'
import { check, readBody } from '../../http/readBody.ts'
import { requireProject, requireProjectToWrite } from '../../projectConfig/requireProject.ts'
import { sayRefusal } from '../sayRefusal.ts'
import type { Caller, ExchangeSource, TestExchange } from './exchangeSource.ts'
import { invalidParams, RPC_CODES, RpcRefusal } from './rpcRefusal.ts'

const Call = object({
  jsonrpc: literal('2.0', 'must be "2.0"'),
  method: string('must be a text'),
  params: optional(unknown(), {}),
})
const Identified = fallback(object({ id: fallback(JsonRpcId, null) }), { id: null })

/** The configured exchanges. Each asset is paid by one of the two sources. */
export interface ExchangeSources {
  readonly testExchange?: TestExchange | undefined
  readonly upstream?: ExchangeSource | undefined
}

const NONE: Exchanges = { exchanges: [], total: 0 }

function readParams<Schema extends GenericSchema>(schema: Schema, params: unknown): InferOutput<Schema> {
  try {
    return check(schema, params)
  } catch (thrown) {
    throw invalidParams(thrown instanceof ServiceError ? String(thrown.details.reason) : 'params', codeOf(thrown))
  }
}

const CODES: Readonly<Record<string, PayErrorCode>> = {
  asset: 'INVALID_ASSET',
  amount: 'INVALID_AMOUNT',
  recipient: 'INVALID_RECIPIENT',
}

function codeOf(thrown: unknown): PayErrorCode {
  const reason = thrown instanceof ServiceError ? String(thrown.details.reason) : ''
  return CODES[reason.split(':')[0] ?? ''] ?? 'INVALID_PAYMENT_CONFIG'
}

/** @throws RpcRefusal */
function readPlace(asset: string): AssetPlace {
  const place = readCaip19(asset)
  if (!place) throw invalidParams(`Asset ${asset} is not supported`, 'ASSET_NOT_SUPPORTED')
  return place
}

/** The methods of services.md §9.1, and the assets of an exchange (services.md §9.3). */
export function exchangesApi(
  { projects, log }: Pick<Parts, 'projects' | 'log'>,
  { testExchange, upstream }: ExchangeSources,
  pictureAt: (address: string, c: Context) => string | undefined = () => undefined,
) {
  function sourceOf(exchangeId: string): ExchangeSource | undefined {
    return exchangeId === TEST_EXCHANGE_ID ? testExchange : upstream
  }

  /** @throws RpcRefusal */
  function require(exchangeId: string): ExchangeSource {
    const source = sourceOf(exchangeId)
    if (!source) throw invalidParams(`Exchange ${exchangeId} not found`, 'INVALID_PAYMENT_CONFIG')
    return source
  }

  async function list(params: ExchangesParams, caller: Caller): Promise<Exchanges> {
    const place = params.asset === undefined ? undefined : readPlace(params.asset)
    if (place) return (testExchange?.has(place.network) ? testExchange : upstream)?.list(params, place, caller) ?? NONE
    // Paging applies to the upstream's exchanges only; the test exchange is on the first page.
    const test = params.page <= 1 ? ((await testExchange?.list(params, place, caller)) ?? NONE) : NONE
    const others = (await upstream?.list(params, place, caller)) ?? NONE
    return { exchanges: [...test.exchanges, ...others.exchanges], total: test.total + others.total }
  }

  async function answer(method: string, params: unknown, caller: Caller): Promise<unknown> {
    if (method === EXCHANGE_METHODS.exchanges) return list(readParams(ExchangesParams, params), caller)
    if (method === EXCHANGE_METHODS.payUrl) {
      const read = readParams(ExchangePayUrlParams, params)
      return require(read.exchangeId).payUrl(read, readPlace(read.asset), caller)
    }
    if (method === EXCHANGE_METHODS.buyStatus) {
      const read = readParams(ExchangeBuyStatusParams, params)
      return require(read.exchangeId).buyStatus(read, caller)
    }
    throw new RpcRefusal(RPC_CODES.methodNotFound, 'The method does not exist or is not available here')
  }

  async function call(body: unknown, caller: Caller) {
    try {
      const { method, params } = check(Call, body)
      return { result: await answer(method, params, caller) }
    } catch (thrown) {
      if (thrown instanceof RpcRefusal) return { error: thrown.toWire() }
      if (!(thrown instanceof ServiceError)) throw thrown
      const { code, message } = thrown
      const rpcCode = code === 'request.invalid' ? RPC_CODES.invalidRequest : RPC_CODES.internal
      if (rpcCode === RPC_CODES.internal) log.warn('an exchange does not answer', { code })
      return { error: { code: rpcCode, message } }
    }
  }

  const callerOf = (c: Context): Caller => ({
    origin: ownOrigin(c),
    pictureAt: (address) => pictureAt(address, c),
    signal: c.req.raw.signal,
  })

  return new Hono()
    .onError(sayRefusal)
    .post(PAYMENTS_PATHS.jsonRpc, async (c) => {
      await requireProjectToWrite(c, projects)
      const body = await readBody(c, unknown())
      c.header('Cache-Control', 'no-store')
      return c.json({ jsonrpc: '2.0', id: check(Identified, body).id, ...(await call(body, callerOf(c))) })
    })
    .get(`${PAYMENTS_PATHS.exchangeAssets}/:id`, async (c) => {
      await requireProject(c, projects)
      const id = c.req.param('id')
      const source = sourceOf(id)
      if (!source) throw new ServiceError('payments.unknownExchange')
      return c.json(await source.assets(id, callerOf(c)))
    })
}
