import {
  array,
  fallback,
  type InferOutput,
  integer,
  minValue,
  nullable,
  nullish,
  number,
  object,
  optional,
  pipe,
  regex,
  safeParse,
  string,
  transform,
  unknown,
} from 'valibot'
import type { Bill } from '../bill/bill.ts'
import type { AskOfBill, Delivery } from './delivery.ts'

/** A JSON number: exact up to nine million SOL. */
const Lamports = pipe(
  number(),
  integer(),
  minValue(0),
  transform((value) => BigInt(value)),
)
const Units = pipe(
  string(),
  regex(/^\d{1,20}$/),
  transform((value) => BigInt(value)),
)
const TokenBalances = nullish(
  array(
    object({
      mint: string(),
      /** Missing on older nodes. */
      owner: fallback(optional(string()), undefined),
      uiTokenAmount: object({ amount: Units }),
    }),
  ),
  [],
)

const Loaded = object({ writable: array(string()), readonly: array(string()) })

/** `getTransaction`, as JSON. */
const Executed = nullable(
  object({
    transaction: object({ message: object({ accountKeys: array(string()) }) }),
    meta: nullable(
      object({
        err: unknown(),
        preBalances: array(Lamports),
        postBalances: array(Lamports),
        preTokenBalances: TokenBalances,
        postTokenBalances: TokenBalances,
        loadedAddresses: nullish(Loaded),
      }),
    ),
  }),
)

type Executed = NonNullable<InferOutput<typeof Executed>>
type Meta = NonNullable<Executed['meta']>

/** The increase of an address's coin balance. Undefined if the address is not in the transaction. */
function coinsGot({ transaction }: Executed, meta: Meta, recipient: string): bigint | undefined {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const index = [...transaction.message.accountKeys, ...writable, ...readonly].indexOf(recipient)
  const [before, after] = [meta.preBalances[index], meta.postBalances[index]]
  return before === undefined || after === undefined ? undefined : after - before
}

/** The increase of an owner's token balance over all its accounts. */
function tokensGot({ preTokenBalances, postTokenBalances }: Meta, mint: string, owner: string): bigint {
  const sumOf = (balances: Meta['postTokenBalances']) =>
    balances
      .filter((one) => one.mint === mint && one.owner === owner)
      .reduce((sum, { uiTokenAmount }) => sum + uiTokenAmount.amount, 0n)
  return sumOf(postTokenBalances) - sumOf(preTokenBalances)
}

/**
 * Compares the recipient's balances before and after, which Solana reports for every account.
 * @throws ModalError as `askNode`
 */
export async function solanaDelivery(
  { recipient, amount, token }: Bill,
  signature: string,
  ask: AskOfBill,
): Promise<Delivery> {
  if (!/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(signature)) return 'otherwise'
  const config = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const { success, output: executed } = safeParse(Executed, await ask('getTransaction', signature, config))
  if (!success) return 'unknown'
  if (!executed) return 'waiting'
  const { meta } = executed
  if (!meta) return 'unknown'
  if (meta.err !== null && meta.err !== undefined) return 'otherwise'
  const owed = BigInt(amount)
  if (token.address === undefined) return (coinsGot(executed, meta, recipient) ?? 0n) >= owed ? 'paid' : 'otherwise'
  if (tokensGot(meta, token.address, recipient) >= owed) return 'paid'
  const isSaid = [...meta.preTokenBalances, ...meta.postTokenBalances].every(({ owner }) => owner !== undefined)
  return isSaid ? 'otherwise' : 'unknown'
}
