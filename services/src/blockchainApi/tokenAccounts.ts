import { listOf } from '@portico/contracts/services/listOf'
import { TOKEN_PROGRAMS } from '@portico/contracts/solana'
import { type GenericSchema, type InferOutput, object } from 'valibot'
import { readAs } from './answers.ts'

/** Requests the state that a majority of the cluster has confirmed. */
export const CONFIRMED = { commitment: 'confirmed' }

/**
 * An owner's accounts of each token program, decoded by the node. Unreadable accounts are left out.
 * https://solana.com/docs/rpc/http/gettokenaccountsbyowner
 * @throws ServiceError as `ask` does, or `upstream.unavailable`
 */
export async function readTokenAccounts<Account extends GenericSchema>(
  ask: (method: string, ...params: unknown[]) => Promise<unknown>,
  owner: string,
  account: Account,
): Promise<InferOutput<Account>[]> {
  const config = { ...CONFIRMED, encoding: 'jsonParsed' }
  const answers = await Promise.all(
    TOKEN_PROGRAMS.map((programId) => ask('getTokenAccountsByOwner', owner, { programId }, config)),
  )
  return answers.flatMap((answer) => readAs(object({ value: listOf(account) }), answer).value)
}
