import { type CaipNetworkId, ModalError } from '@portico/contracts'
import { base64 } from '@scure/base'
import {
  array,
  boolean,
  type GenericSchema,
  type InferOutput,
  literal,
  minValue,
  nullable,
  number,
  object,
  pipe,
  safeInteger,
  safeParse,
  string,
  transform,
  tuple,
} from 'valibot'
import type { AskingSolana } from './plan.ts'

/** JSON numbers are exact up to 2^53. In lamports, that is nine million SOL. */
export const Count = pipe(number(), safeInteger(), minValue(0))
export const Whole = pipe(
  Count,
  transform((value) => BigInt(value)),
)
export const ofValue = <S extends GenericSchema>(value: S) => object({ value })

const Bytes = pipe(
  tuple([string(), literal('base64')]),
  transform(([text]) => base64.decode(text)),
)
const AccountInfo = object({ lamports: Whole, owner: string(), executable: boolean(), data: Bytes })
export type AccountInfo = InferOutput<typeof AccountInfo>

const Accounts = ofValue(array(nullable(AccountInfo)))
const Owned = ofValue(array(object({ pubkey: string(), account: AccountInfo })))
const Fee = ofValue(nullable(Whole))

/** The commitment of all requests (chains.md §1.5). */
export const CONFIRMED = { commitment: 'confirmed' } as const
export const IN_BASE64 = { ...CONFIRMED, encoding: 'base64' } as const
/** The maximum number of accounts in one request. */
const ACCOUNTS_MAX = 100

export type AskSolana = <S extends GenericSchema>(
  answer: S,
  method: string,
  ...params: readonly unknown[]
) => Promise<InferOutput<S>>

/**
 * Asks a node and parses its answer.
 * @throws ModalError `service.invalidAnswer` when the answer is malformed, and whatever `askNode` throws
 */
export function solanaAsker({ askNode }: AskingSolana, caipNetworkId: CaipNetworkId, signal: AbortSignal): AskSolana {
  return async <S extends GenericSchema>(answer: S, method: string, ...params: readonly unknown[]) => {
    const given = await askNode({ caipNetworkId, method, params }, signal)
    let read: ReturnType<typeof safeParse<S>>
    try {
      read = safeParse(answer, given)
    } catch (cause) {
      throw new ModalError('service.invalidAnswer', { details: { method }, cause })
    }
    if (!read.success) throw new ModalError('service.invalidAnswer', { details: { method } })
    return read.output
  }
}

/** The requests that are needed whenever a transaction is built. @throws whatever `ask` throws */
export const solanaReads = (ask: AskSolana) => ({
  /** An account is undefined when nothing exists at its address. */
  async accounts(addresses: readonly string[]): Promise<readonly (AccountInfo | undefined)[]> {
    if (addresses.length === 0) return []
    if (addresses.length > ACCOUNTS_MAX) throw new ModalError('service.invalidAnswer')
    const { value } = await ask(Accounts, 'getMultipleAccounts', addresses, IN_BASE64)
    if (value.length !== addresses.length) throw new ModalError('service.invalidAnswer')
    return value.map((account) => account ?? undefined)
  },
  tokenAccounts: async (owner: string, mint: string) =>
    (await ask(Owned, 'getTokenAccountsByOwner', owner, { mint }, IN_BASE64)).value,
  /** The minimum balance, in lamports, of an account with this many bytes of data. */
  rentFor: (bytes: number) => ask(Whole, 'getMinimumBalanceForRentExemption', bytes, CONFIRMED),
  /** The fee in lamports; undefined when the node does not state one. */
  feeFor: async (message: Uint8Array): Promise<bigint | undefined> =>
    (await ask(Fee, 'getFeeForMessage', base64.encode(message), CONFIRMED)).value ?? undefined,
})
