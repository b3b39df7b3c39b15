import { DateText, IntegerText } from '@portico/contracts/services/wireText'
import {
  type GenericSchema,
  type InferOutput,
  nullish,
  object,
  optional,
  pipe,
  regex,
  string,
  transform,
  unknown,
} from 'valibot'
import type { Hex } from 'viem'
import { Amount, Count, EvmAddress } from '../answers.ts'

const Hash = pipe(
  string(),
  regex(/^0x[0-9a-f]{64}$/i),
  transform((text) => text.toLowerCase() as Hex),
)
const Party = pipe(
  object({ hash: EvmAddress }),
  transform(({ hash }) => hash),
)

/** One of `GET /addresses/{hash}/transactions`. A pending transaction has no position in a block. */
export const BlockscoutTransaction = object({
  hash: Hash,
  block_number: nullish(Count),
  position: nullish(Count),
  timestamp: nullish(DateText),
  from: Party,
  to: nullish(Party),
  created_contract: nullish(Party),
  nonce: Count,
  status: nullish(string()),
  value: Amount,
  raw_input: string(),
})
export type BlockscoutTransaction = InferOutput<typeof BlockscoutTransaction>

/** One of `GET /addresses/{hash}/token-transfers`. */
export const BlockscoutTransfer = object({
  transaction_hash: Hash,
  block_number: Count,
  log_index: Count,
  timestamp: DateText,
  from: Party,
  to: Party,
  token: object({
    address_hash: optional(EvmAddress),
    /** Its name before version 7. */
    address: optional(EvmAddress),
    name: nullish(string()),
    symbol: nullish(string()),
    decimals: nullish(IntegerText),
    /** `ok`, or the explorer's judgement. */
    reputation: nullish(string()),
  }),
  /** A collectible has an id, and an amount only as an ERC-1155. */
  total: object({ value: nullish(Amount), token_id: nullish(Amount) }),
})
export type BlockscoutTransfer = InferOutput<typeof BlockscoutTransfer>

/** The next page begins after the last item; the explorer's parameters for it are read from the item itself. */
export const BlockscoutPage = object({
  items: unknown() as GenericSchema<unknown>,
  next_page_params: nullish(unknown()),
})
