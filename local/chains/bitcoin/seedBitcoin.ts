import { BITCOIN_ACCOUNTS } from '../developmentAccounts.ts'
import type { BitcoinFaucet } from './faucet.ts'

/** In satoshis, for each of `BITCOIN_ACCOUNTS`. */
export const OWNED: readonly { readonly payment: bigint; readonly ordinal: bigint }[] = [
  { payment: 1_000_000_000n, ordinal: 100_000_000n },
  { payment: 200_000_000n, ordinal: 50_000_000n },
]

/** Gives the development accounts confirmed coins. */
export async function seedBitcoin(faucet: BitcoinFaucet): Promise<void> {
  const amounts = BITCOIN_ACCOUNTS.flatMap(({ payment, ordinal }, index) => {
    const owned = OWNED[index]
    return owned ? [[payment, owned.payment] as const, [ordinal, owned.ordinal] as const] : []
  })
  await faucet.pay(Object.fromEntries(amounts))
}
