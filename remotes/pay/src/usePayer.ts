import {
  type Account,
  type Network,
  parseCaipNetworkId,
  selectAccount,
  selectActiveNamespace,
  selectActiveNetwork,
  selectConnection,
  selectConnectors,
  selectNetwork,
} from '@portico/contracts'
import { useSelector } from 'react-redux'
import type { Bill } from './bill/bill.ts'
import type { PayRoot } from './paySlice.ts'

/** Who would pay a bill, and from which wallet. */
export interface Payer {
  readonly network: Network | undefined
  /** The account of the bill's family; undefined if none is connected. */
  readonly account: Account | undefined
  /** Name and icon, safe to show. */
  readonly wallet: { readonly name: string; readonly imageUrl?: string } | undefined
  /** Whether this is the page's active wallet rather than a wallet of another family. */
  readonly isActive: boolean
  /** Whether the wallet is on the bill's network. */
  readonly isThere: boolean
}

export function usePayer(bill: Bill | undefined): Payer {
  const caipNetworkId = bill?.caipNetworkId
  const namespace = caipNetworkId && parseCaipNetworkId(caipNetworkId).namespace
  const network = useSelector((state: PayRoot) => caipNetworkId && selectNetwork(state, caipNetworkId))
  const account = useSelector((state: PayRoot) => namespace && selectAccount(state, namespace))
  const active = useSelector((state: PayRoot) => selectActiveNetwork(state))
  const activeNamespace = useSelector((state: PayRoot) => selectActiveNamespace(state))
  const wallet = useSelector((state: PayRoot) => {
    const connection = namespace && selectConnection(state, namespace)
    if (!connection) return undefined
    return connection.wallet ?? selectConnectors(state, namespace).find(({ id }) => id === connection.connectorId)
  })
  return {
    network: network || undefined,
    account: account || undefined,
    wallet,
    isActive: activeNamespace === namespace,
    isThere: active !== undefined && active.caipNetworkId === caipNetworkId,
  }
}
