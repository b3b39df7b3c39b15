import {
  array,
  boolean,
  type InferOutput,
  integer,
  maxValue,
  minValue,
  nullish,
  number,
  object,
  pipe,
  regex,
  string,
} from 'valibot'
import { Satoshi } from '../balances/esploraHoldings.ts'
import { DATE_MAX_S } from './historySource.ts'

/** An output of this transaction, or an earlier output that one of its inputs spends. */
const Output = object({
  /** Absent if the script has no address. */
  scriptpubkey_address: nullish(string()),
  value: Satoshi,
})

const Height = pipe(number(), integer(), minValue(0))
/** Seconds since 1970, within the range of a date. */
const Seconds = pipe(Height, maxValue(DATE_MAX_S))

/** Only the fields that are used; see https://github.com/Blockstream/esplora/blob/master/API.md#transaction-format */
export const EsploraTransaction = object({
  txid: pipe(string(), regex(/^[0-9a-f]{64}$/)),
  fee: Satoshi,
  vin: array(object({ is_coinbase: boolean(), prevout: nullish(Output) })),
  vout: array(Output),
  status: object({
    confirmed: boolean(),
    block_height: nullish(Height),
    block_time: nullish(Seconds),
  }),
})
export type EsploraTransaction = InferOutput<typeof EsploraTransaction>

/** https://github.com/Blockstream/esplora/blob/master/API.md#get-txtxidstatus */
export const EsploraStatus = object({ confirmed: boolean() })
