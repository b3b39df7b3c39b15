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

/** An entry of `GET /addresses/{hash}/transactions`. A pending transaction has no position in a block. */
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

/** An entry of `GET /addresses/{hash}/token-transfers`. */
export const BlockscoutTransfer = object({
  transaction_hash: Hash,
  block_number: Count,
  log_index: Count,
  timestamp: DateText,
  from: Party,
  to: Party,
  token: object({
    address_hash: optional(EvmAddress),
    /** The name of `address_hash` before version 7. */
    address: optional(EvmAddress),
    name: nullish(string()),
    symbol: nullish(string()),
    decimals: nullish(IntegerText),
    /** `ok`, or how the explorer rates the token. */
    reputation: nullish(string()),
  }),
  /** A collectible has an id; only an ERC-1155 collectible also has an amount. */
  total: object({ value: nullish(Amount), token_id: nullish(Amount) }),
})
export type BlockscoutTransfer = InferOutput<typeof BlockscoutTransfer>

/** Only whether there is a next page is read here: its parameters are taken from the last item. */
export const BlockscoutPage = object({
  items: unknown() as GenericSchema<unknown>,
  next_page_params: nullish(unknown()),
})
