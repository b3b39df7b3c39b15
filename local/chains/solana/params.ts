import { decodeBase58 } from '@portico/contracts/chains/bytes'
import {
  array,
  boolean,
  check,
  type GenericSchema,
  type InferOutput,
  integer,
  looseObject,
  maxLength,
  maxValue,
  minValue,
  nullish,
  number,
  optional,
  picklist,
  pipe,
  safeParse,
  string,
} from 'valibot'
import { RpcError } from './rpcError.ts'

/** @throws RpcError for the first invalid parameter */
export function readParams<Schema extends GenericSchema>(schema: Schema, params: unknown): InferOutput<Schema> {
  const { success, output, issues } = safeParse(schema, params)
  if (success) return output
  const [{ path, message }] = issues
  const where = path?.map(({ key }) => key).join('.')
  throw new RpcError('invalidParams', `Invalid param${where ? ` ${where}` : ''}: ${message}`)
}

const ofBytes = (count: number) => (text: string) => decodeBase58(text)?.length === count

export const AddressParam = pipe(string(), maxLength(44), check(ofBytes(32), 'WrongSize'))
export const SignatureParam = pipe(string(), maxLength(88), check(ofBytes(64), 'WrongSize'))
export const NumberParam = pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER))

/** Up to a node's limit per call. */
export const AddressesParam = pipe(array(AddressParam), maxLength(100))
export const SignaturesParam = pipe(array(SignatureParam), maxLength(256))

const accountEntries = {
  encoding: optional(picklist(['base58', 'base64', 'jsonParsed'])),
  dataSlice: nullish(looseObject({ offset: NumberParam, length: NumberParam })),
}
export const AccountConfigParam = nullish(looseObject(accountEntries), {})

const Filter = looseObject({
  dataSize: optional(NumberParam),
  memcmp: optional(
    looseObject({
      offset: NumberParam,
      bytes: pipe(string(), maxLength(256)),
      encoding: optional(picklist(['base58', 'base64']), 'base58'),
    }),
  ),
})
export type ProgramFilter = InferOutput<typeof Filter>

export const ProgramConfigParam = nullish(
  looseObject({
    ...accountEntries,
    withContext: optional(boolean(), false),
    filters: nullish(pipe(array(Filter), maxLength(4)), []),
  }),
  { withContext: false, filters: [] },
)

const wireEncoding = optional(picklist(['base58', 'base64']), 'base58')

/** A transaction's text; `wireBytes` reads it. */
export const WireParam = pipe(string(), maxLength(2_000))

export const SendConfigParam = nullish(
  looseObject({ encoding: wireEncoding, skipPreflight: optional(boolean(), false) }),
  { encoding: 'base58', skipPreflight: false },
)

export const SimulateConfigParam = nullish(
  looseObject({
    encoding: wireEncoding,
    sigVerify: optional(boolean(), false),
    replaceRecentBlockhash: optional(boolean(), false),
    accounts: nullish(looseObject({ addresses: AddressesParam, encoding: accountEntries.encoding })),
  }),
  { encoding: 'base58', sigVerify: false, replaceRecentBlockhash: false },
)

export const TransactionEncodingParam = picklist(['json', 'jsonParsed', 'base58', 'base64'])
