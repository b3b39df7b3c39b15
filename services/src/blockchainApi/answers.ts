/** Schemas for the responses of third parties: nodes, explorers and providers. */

import { listOf } from '@portico/contracts/services/listOf'
import { IntegerText } from '@portico/contracts/services/wireText'
import {
  array,
  check,
  fallback,
  type GenericSchema,
  type InferOutput,
  integer,
  is,
  minValue,
  nullish,
  number,
  object,
  pipe,
  string,
  transform,
  unknown,
} from 'valibot'
import { type Address, getAddress, isAddress } from 'viem'
import { ServiceError } from '../http/errors.ts'
import { matching } from '../json.ts'

export const Count = pipe(number(), integer(), minValue(0))
/** An amount in the smallest unit, as decimal digits. */
export const Amount = pipe(
  IntegerText,
  transform((text) => BigInt(text)),
)
/** An amount in the smallest unit as a JSON number, which is exact up to 2^53: nine million SOL. */
export const NumberAmount = pipe(
  Count,
  transform((value) => BigInt(value)),
)
/** Text, or undefined for any other value. */
export const LooseText = fallback(nullish(string()), undefined)

export const EvmAddressText = pipe(
  string(),
  check((text) => isAddress(text, { strict: false })),
)
/** An EVM address, converted to the spelling with a checksum. */
export const EvmAddress = pipe(
  EvmAddressText,
  transform((text): Address => getAddress(text)),
)

/** A Solana account as a node decodes it for `jsonParsed`. */
export const parsedAccount = <Info extends GenericSchema>(info: Info) =>
  object({ data: object({ parsed: object({ info }) }) })

/** @throws ServiceError `upstream.unavailable` if the answer does not match */
export function readAs<Schema extends GenericSchema>(schema: Schema, answer: unknown): InferOutput<Schema> {
  const read = matching(schema, answer)
  if (read === undefined) throw new ServiceError('upstream.unavailable')
  return read
}

/**
 * A list of which unreadable entries are dropped. Fails if all are unreadable, because the list must not appear empty.
 * @param shape the schema of every valid entry, including those that `schema` leaves out because of their content
 */
export const someOf = <Schema extends GenericSchema<unknown, unknown>>(schema: Schema, shape: GenericSchema = schema) =>
  pipe(
    array(unknown()),
    check((entries) => entries.length === 0 || entries.some((entry) => is(shape, entry))),
    listOf(schema),
  )

/** Reads a whole response as `someOf` does. @throws ServiceError `upstream.unavailable` */
export const readEach = <Schema extends GenericSchema>(schema: Schema, answer: unknown): InferOutput<Schema>[] =>
  readAs(someOf(schema), answer)
