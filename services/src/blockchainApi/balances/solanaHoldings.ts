import { listOf } from '@portico/contracts/services/listOf'
import { IntegerText } from '@portico/contracts/services/wireText'
import { TOKEN_PROGRAMS } from '@portico/contracts/solana'
import { integer, minValue, number, object, pipe, string, transform } from 'valibot'
import type { Parts } from '../parts.ts'
import type { Holding, ReadHoldings } from './holding.ts'
import { nativeCoin } from './nativeCoin.ts'
import { readAs } from './readAs.ts'

/** https://solana.com/docs/rpc/http/getbalance: a JSON number, exact up to 2^53 lamports, which is nine million SOL. */
const Lamports = object({
  value: pipe(
    number(),
    integer(),
    minValue(0),
    transform((value) => BigInt(value)),
  ),
})

/** https://solana.com/docs/rpc/http/gettokenaccountsbyowner */
const TokenAccounts = object({
  value: listOf(
    object({
      account: object({
        data: object({
          parsed: object({
            info: object({
              mint: string(),
              tokenAmount: object({
                amount: pipe(
                  IntegerText,
                  transform((value) => BigInt(value)),
                ),
              }),
            }),
          }),
        }),
      }),
    }),
  ),
})

/**
 * Queries a node for the coin and for the token accounts of each token program. A token may be spread over several
 * accounts.
 */
export const solanaHoldings =
  ({ chains, tokens: directory }: Pick<Parts, 'chains' | 'tokens'>): ReadHoldings =>
  async (caipNetworkId, address, signal) => {
    const ask = (method: string, ...params: unknown[]) => chains.ask(caipNetworkId, method, params, signal)
    const config = { commitment: 'confirmed' }
    const [balance, ...accounts] = await Promise.all([
      ask('getBalance', address, config),
      ...TOKEN_PROGRAMS.map((programId) =>
        ask('getTokenAccountsByOwner', address, { programId }, { ...config, encoding: 'jsonParsed' }),
      ),
    ])
    const coin: Holding = { ...nativeCoin(caipNetworkId), amount: readAs(Lamports, balance).value }
    const amounts = new Map<string, bigint>()
    for (const { account } of accounts.flatMap((answer) => readAs(TokenAccounts, answer).value)) {
      const { mint, tokenAmount } = account.data.parsed.info
      amounts.set(mint, (amounts.get(mint) ?? 0n) + tokenAmount.amount)
    }
    const owned = directory
      .of(caipNetworkId)
      .map((token): Holding => ({ ...token, amount: amounts.get(token.address) ?? 0n }))
    return [coin, ...owned.filter(({ amount }) => amount > 0n)]
  }
