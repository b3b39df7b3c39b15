import { listOf } from '@portico/contracts/services/listOf'
import { TOKEN_PROGRAMS } from '@portico/contracts/solana'
import { type GenericSchema, type InferOutput, object } from 'valibot'
import { readAs } from './answers.ts'

/** Counts what a majority of the cluster has confirmed. */
export const CONFIRMED = { commitment: 'confirmed' }

/**
 * The token accounts of an owner, of each token program, decoded by the node. Unreadable ones are left out.
 * https://solana.com/docs/rpc/http/gettokenaccountsbyowner
 * @throws ServiceError those of `ask`, `upstream.unavailable`
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
