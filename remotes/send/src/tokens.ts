import {
  type Holding,
  type HostState,
  type Network,
  selectAccount,
  selectActiveNetwork,
  selectHoldings,
} from '@portico/contracts'
import { compare, type Decimal, inUnits, readDecimal, times, ZERO } from '@portico/contracts/money'
import type { TokenId } from './sendSlice.ts'

const isSameAddress = (one: string | undefined, other: string | undefined) =>
  one?.startsWith('0x') ? one.toLowerCase() === other?.toLowerCase() : one === other

export const isSameToken = (one: TokenId, other: TokenId): boolean =>
  one.caipNetworkId === other.caipNetworkId && isSameAddress(one.address, other.address)

/** The worth in US dollars; zero without a price. */
const worthOf = ({ amount, decimals, price = '0' }: Holding): Decimal =>
  times(inUnits(BigInt(amount), decimals), readDecimal(price) ?? ZERO)

/** Tokens to send on the active network: most valuable first, then by name. */
export function holdingsOn(holdings: readonly Holding[], network: Network): readonly Holding[] {
  return holdings
    .filter(({ caipNetworkId, amount }) => caipNetworkId === network.caipNetworkId && amount !== '0')
    .sort((one, other) => compare(worthOf(other), worthOf(one)) || one.name.localeCompare(other.name))
}

/** The account's holding of the chosen token. */
export function selectChosen(state: HostState, token: TokenId | undefined): Holding | undefined {
  const account = selectAccount(state)
  const network = selectActiveNetwork(state)
  if (!account || !network || !token) return undefined
  return selectHoldings(state, account)?.value?.find((holding) => isSameToken(holding, token))
}
