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

/** Who would pay a bill, and where. */
export interface Payer {
  readonly network: Network | undefined
  /** Of the bill's family; absent: nobody is connected to it. */
  readonly account: Account | undefined
  /** Safe to be shown. */
  readonly wallet: { readonly name: string; readonly imageUrl?: string } | undefined
  /** The page goes by this wallet, and by none of another family. */
  readonly isActive: boolean
  /** The wallet is on the network of the bill. */
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
