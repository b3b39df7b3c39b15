import { IntegerText, NameText } from '@portico/contracts/services/wireText'
import {
  boolean,
  fallback,
  integer,
  maxValue,
  minValue,
  number,
  object,
  optional,
  pipe,
  record,
  regex,
  string,
  transform,
  unknown,
} from 'valibot'
import type { Hex } from 'viem'
import { Count, EvmAddress } from '../answers.ts'

/** The used fields of 1inch's responses; see https://business.1inch.com/portal/documentation/apis/swap/classic-swap */

const CallData = pipe(
  string(),
  regex(/^0x(?:[\da-f]{2})*$/i),
  transform((text) => text as Hex),
)

export const Quote = object({ dstAmount: IntegerText })

export const Swap = object({
  dstAmount: IntegerText,
  /** An approximate value, used if no estimate was requested. */
  gas: fallback(optional(Count), undefined),
  /** The `gas` is 0 if no estimate was requested. */
  tx: object({ to: EvmAddress, data: CallData, gas: Count, gasPrice: IntegerText }),
})

export const Allowance = object({ allowance: IntegerText })

export const Approval = object({ to: EvmAddress, data: CallData, gasPrice: IntegerText })

export const Tokens = object({ tokens: record(string(), unknown()) })

export const Token = object({
  address: string(),
  symbol: NameText,
  name: NameText,
  decimals: pipe(number(), integer(), minValue(0), maxValue(255)),
  logoURI: fallback(pipe(string(), regex(/^https?:\/\//)), ''),
  eip2612: fallback(optional(boolean()), undefined),
})

export const Refusal = object({ description: fallback(string(), '') })
