import { type CaipNetworkId, type ChainNamespace, type HostState, parseCaipNetworkId } from '@portico/contracts'
import { compare, type Decimal, readDecimal } from '@portico/contracts/money'
import {
  ONRAMP_PROVIDERS,
  type OnrampOptions,
  type OnrampProviderId,
  type OnrampSeller,
  type PaymentCurrency,
  type PurchaseCurrency,
  type PurchaseNetwork,
} from '@portico/contracts/services/onramp'
import type { BuyForm } from './onrampSlice.ts'

/** services.md §17.7: the default seller when a service names none. */
const MELD = { id: 'meld', name: 'Meld.io', fee_range: '1-2%' }

/** A seller as shown to the visitor. */
export type Seller = Pick<OnrampSeller, 'id' | 'name' | 'fee_range'>

/** chains.md, appendix H. The account entries use the same families (`remote.ts`). */
const FAMILIES: readonly ChainNamespace[] = ['eip155', 'solana']
export const isSoldTo = (family: ChainNamespace): boolean => FAMILIES.includes(family)

/** Third-party services have their own names for networks, and add chain ids. */
function isNetwork({ name, chain_id }: PurchaseNetwork, id: CaipNetworkId): boolean {
  return name === id || (!name.includes(':') && chain_id === parseCaipNetworkId(id).reference)
}

const isSoldOn = ({ networks }: PurchaseCurrency, id: CaipNetworkId) => networks.some((each) => isNetwork(each, id))

/** The tokens that are sold on a network. Each token keeps only that network, so that quotes deliver there. */
export const tokensOn = ({ purchaseCurrencies }: OnrampOptions, id: CaipNetworkId): readonly PurchaseCurrency[] =>
  purchaseCurrencies
    .filter((currency) => isSoldOn(currency, id))
    .map((currency) => ({ ...currency, networks: currency.networks.filter((each) => isNetwork(each, id)) }))

/** Provider ids allowed by default, when the project configures none (services.md §5.1). */
const USUAL: readonly string[] = [MELD.id]
export const selectListed = ({ project }: HostState): readonly string[] => project?.features.onramp || USUAL

/**
 * Sellers on a network that the project allows. The sandbox is always allowed: it exists only where an operator set it
 * up, and what it sells is worthless.
 */
export function sellersOn(options: OnrampOptions, id: CaipNetworkId, listed: readonly string[]): readonly Seller[] {
  const isListed = (seller: Seller) => seller.id === 'sandbox' || listed.includes(seller.id)
  if (!options.providers) return tokensOn(options, id).length > 0 && isListed(MELD) ? [MELD] : []
  return options.providers.filter((seller) => seller.networks.includes(id) && isListed(seller))
}

export const isOwnProvider = (id: string): id is OnrampProviderId =>
  (ONRAMP_PROVIDERS as readonly string[]).includes(id)

/** chains.md, appendix H: defaults to SOL on Solana and USDC elsewhere. */
export function chosenToken(tokens: readonly PurchaseCurrency[], { symbol }: BuyForm, id: CaipNetworkId) {
  const find = (wanted: string | undefined) => tokens.find((token) => token.symbol === wanted)
  return find(symbol) ?? find(id.startsWith('solana:') ? 'SOL' : 'USDC') ?? tokens[0]
}

export function chosenCurrency(currencies: readonly PaymentCurrency[], { currency }: BuyForm) {
  const find = (wanted: string | undefined) => currencies.find(({ id }) => id === wanted)
  return find(currency) ?? find('USD') ?? currencies[0]
}

/** The range that one purchase may cost, across all payment methods. */
export interface Limits {
  readonly min: Decimal
  readonly max: Decimal
}

/** Undefined if the currency cannot be used to pay. */
export function limitsOf({ payment_method_limits: methods }: PaymentCurrency): Limits | undefined {
  const read = methods.flatMap(({ min, max }): Limits[] => {
    const [least, most] = [readDecimal(min), readDecimal(max)]
    return least && most ? [{ min: least, max: most }] : []
  })
  const [first, ...rest] = read
  return (
    first &&
    rest.reduce(
      (one, other) => ({
        min: compare(other.min, one.min) < 0 ? other.min : one.min,
        max: compare(other.max, one.max) > 0 ? other.max : one.max,
      }),
      first,
    )
  )
}
