import { chainIdOf, type ExchangeRole, roleOf } from '../../context.ts'
import type { Reading, Signed } from '../signed.ts'
import { BLUR_ORDER, blurOrder } from './blur.ts'
import { isSeaportBulk, SEAPORT_ORDER, seaportBulk, seaportOrder } from './seaport.ts'
import {
  COW_ORDER,
  cowOrder,
  ONE_INCH_ORDER,
  oneInchOrder,
  ZERO_EX_LIMIT,
  ZERO_EX_OTC,
  ZERO_EX_RFQ,
  zeroExOrder,
  zeroExOtc,
} from './tokenOrders.ts'
import { UNISWAP_X_ORDERS, uniswapXOrder } from './uniswapX.ts'

interface OrderReader {
  /** The role that the contract must have; undefined when the reader itself checks the contract. */
  readonly role?: ExchangeRole
  readonly read: (signed: Signed) => Reading
}

/** The readers, keyed by the whole type as `encodeType` writes it. */
const readers: ReadonlyMap<string, OrderReader> = new Map<string, OrderReader>([
  [SEAPORT_ORDER, { role: 'seaport', read: seaportOrder }],
  [BLUR_ORDER, { role: 'blur', read: blurOrder }],
  [COW_ORDER, { role: 'cow', read: cowOrder }],
  [ONE_INCH_ORDER, { role: 'oneInch', read: oneInchOrder }],
  [ZERO_EX_LIMIT, { role: 'zeroEx', read: zeroExOrder }],
  [ZERO_EX_RFQ, { role: 'zeroEx', read: zeroExOrder }],
  [ZERO_EX_OTC, { role: 'zeroEx', read: zeroExOtc }],
  ...UNISWAP_X_ORDERS.map((type) => [type, { read: uniswapXOrder }] as const),
])
const bulk: OrderReader = { role: 'seaport', read: seaportBulk }

/**
 * Reads an order of an exchange that is known on the context's network. Undefined for any other data, even if it has
 * the same type: what another contract does with it is unknown.
 * @param type as `encodeType` writes it
 * @param chainId the domain's chain id
 */
export function readOrder(type: string, chainId: bigint | undefined, signed: Signed): Reading {
  const { contract, context } = signed
  const reader = readers.get(type) ?? (isSeaportBulk(type) ? bulk : undefined)
  if (!reader || chainId === undefined || chainId !== chainIdOf(context)) return undefined
  if (reader.role !== undefined && roleOf(context, contract) !== reader.role) return undefined
  return reader.read(signed)
}
