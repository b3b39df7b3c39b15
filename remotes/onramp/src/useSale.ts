import { type Account, type HostState, type Network, selectAccount, selectActiveNetwork } from '@portico/contracts'
import type { PaymentCurrency, PurchaseCurrency } from '@portico/contracts/services/onramp'
import { useSelector } from 'react-redux'
import {
  chosenCurrency,
  chosenToken,
  isOwnProvider,
  type Limits,
  limitsOf,
  type Seller,
  selectListed,
  sellersOn,
  tokensOn,
} from './offer.ts'
import { type BuyForm, type KnownOptions, type OnrampRoot, selectForm } from './onrampSlice.ts'
import { useOptions } from './useOptions.ts'

/** What the chosen seller offers the active account on its network, and the current selection. */
export interface Sale {
  readonly account: Account | undefined
  readonly network: Network | undefined
  readonly known: KnownOptions & { readonly retry: () => void }
  readonly form: BuyForm
  readonly seller: Seller | undefined
  readonly tokens: readonly PurchaseCurrency[]
  readonly token: PurchaseCurrency | undefined
  readonly currencies: readonly PaymentCurrency[]
  readonly currency: PaymentCurrency | undefined
  readonly limits: Limits | undefined
}

const NONE: readonly never[] = []

export function useSale(): Sale {
  const account = useSelector((state: HostState) => selectAccount(state))
  const network = useSelector((state: HostState) => selectActiveNetwork(state))
  const form = useSelector((state: OnrampRoot) => selectForm(state))
  const listed = useSelector(selectListed)
  const known = useOptions(form.provider)
  const options = known.value
  const id = network?.caipNetworkId
  const sellers = options && id ? sellersOn(options, id, listed) : NONE
  const seller = sellers.find((each) => each.id === form.provider) ?? sellers[0]
  const tokens = options && id && seller ? tokensOn(options, id) : NONE
  const currencies = (seller && options?.paymentCurrencies.filter(limitsOf)) ?? NONE
  const currency = chosenCurrency(currencies, form)
  return {
    account,
    network,
    known,
    form,
    seller,
    tokens,
    token: id ? chosenToken(tokens, form, id) : undefined,
    currencies,
    currency,
    limits: currency && limitsOf(currency),
  }
}

/** The `provider` parameter of a request; left out for providers unknown to this release. */
export const askedOf = ({ id }: Seller) => (isOwnProvider(id) ? { provider: id } : {})
