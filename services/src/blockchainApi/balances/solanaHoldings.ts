import { object, string } from 'valibot'
import { Amount, NumberAmount, parsedAccount, readAs } from '../answers.ts'
import type { Parts } from '../parts.ts'
import { CONFIRMED, readTokenAccounts } from '../tokenAccounts.ts'
import type { Holding, ReadHoldings } from './holding.ts'
import { nativeCoin } from './nativeCoin.ts'

/** https://solana.com/docs/rpc/http/getbalance */
const Lamports = object({ value: NumberAmount })

const TokenAccount = object({
  account: parsedAccount(object({ mint: string(), tokenAmount: object({ amount: Amount }) })),
})

/** Queries a node for the coin and the owner's accounts of each token program. A token may be in several accounts. */
export const solanaHoldings =
  ({ chains, tokens: directory }: Pick<Parts, 'chains' | 'tokens'>): ReadHoldings =>
  async (caipNetworkId, address, signal) => {
    const ask = (method: string, ...params: unknown[]) => chains.ask(caipNetworkId, method, params, signal)
    const [balance, accounts] = await Promise.all([
      ask('getBalance', address, CONFIRMED),
      readTokenAccounts(ask, address, TokenAccount),
    ])
    const coin: Holding = { ...nativeCoin(caipNetworkId), amount: readAs(Lamports, balance).value }
    const amounts = new Map<string, bigint>()
    for (const { account } of accounts) {
      const { mint, tokenAmount } = account.data.parsed.info
      amounts.set(mint, (amounts.get(mint) ?? 0n) + tokenAmount.amount)
    }
    const owned = directory
      .of(caipNetworkId)
      .map((token): Holding => ({ ...token, amount: amounts.get(token.address) ?? 0n }))
    return [coin, ...owned.filter(({ amount }) => amount > 0n)]
  }
