import {
  type ChainNamespace,
  type Connector,
  fillSlot,
  selectActiveNamespace,
  selectConnection,
  selectOtherConnections,
  WALLET_CONNECT_ID,
} from '@portico/contracts'
import { isMobile } from '@portico/contracts/platform'
import { useMemo } from 'react'
import { isSameConnector } from '../../connections/connectionsSlice.ts'
import { isMultiWallet } from '../../connections/situation.ts'
import { type ConnectItem, connectItems, RECOMMENDED_MAX } from '../../directory/connectItems.ts'
import { selectDirectory, walletsOf } from '../../directory/directorySlice.ts'
import type { ResolvedOptions } from '../../options/readOptions.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellSelector } from '../../shellContext.ts'
import type { RootState } from '../../store.ts'

export interface ConnectList {
  readonly items: readonly ConnectItem[]
  /** Every installed wallet that can be in the list. */
  readonly connectors: readonly Connector[]
  /** The number of rows that the directory may still add. */
  readonly awaited: number
  /** The directory's total number of wallets; undefined if the directory is not offered. */
  readonly count: number | undefined
  /** Whether a wallet is paired and no second one can be, so pairing is unavailable. */
  readonly isPaired: boolean
  /** Whether remotes add further ways to connect. */
  readonly hasMethods: boolean
  /** Whether email or social login is shown beside the wallets. */
  readonly hasLogin: boolean
}

/** Whether the site offers the directory, which also requires pairing (views.md §6.5). */
export const isDirectoryOffered = ({ allWallets = 'SHOW', features }: ResolvedOptions): boolean =>
  features.allWallets && (allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && isMobile()))

const hasPaired = (state: RootState): boolean =>
  isMultiWallet(state) &&
  (Object.keys(state.connections.families) as ChainNamespace[]).some((family) =>
    [selectConnection(state, family), ...selectOtherConnections(state, family)].some(
      (connection) => connection && isSameConnector(connection.connectorId, WALLET_CONNECT_ID),
    ),
  )

const loginRowsOf = ({ remotes }: RootState): number =>
  (['connect.email', 'connect.socials'] as const).filter((slot) => fillSlot(remotes.byId, slot).length).length

const hasMethodsFor = ({ remotes }: RootState, family: ChainNamespace | undefined): boolean =>
  fillSlot(remotes.byId, 'connect.methods', family).length > 0

export function useConnectItems(namespace?: ChainNamespace): ConnectList {
  const byFamily = useShellSelector((state) => state.connections.connectors)
  const active = useShellSelector(selectActiveNamespace)
  const directory = useShellSelector(selectDirectory)
  const options = useShellSelector(selectOptions)
  const isPaired = useShellSelector(hasPaired)
  const rows = useShellSelector(loginRowsOf)
  const hasMethods = useShellSelector((state) => hasMethodsFor(state, namespace))

  return useMemo(() => {
    const families = (Object.keys(byFamily) as ChainNamespace[]).toSorted(
      (a, b) => Number(b === active) - Number(a === active),
    )
    const connectors = families
      .filter((family) => !namespace || family === namespace)
      .flatMap((family) => byFamily[family] ?? [])
    const loginRows = connectors.some(({ type }) => type === 'AUTH') ? rows : 0
    const hasPairing = connectors.some(({ type }) => type === 'WALLET_CONNECT')
    const items = connectItems({
      connectors,
      recent: walletsOf(directory, directory.recent),
      featured: walletsOf(directory, directory.featured),
      custom: walletsOf(directory, directory.custom),
      recommended: walletsOf(directory, directory.recommended),
      // If the directory is unreachable there are no names, and wallets are excluded only by id.
      excluded: [...directory.excluded, ...(options.excludeWalletIds ?? []).map((id) => ({ id }))],
      order: options.features.connectorTypeOrder,
      active,
      namespace,
      isMobile: isMobile(),
      loginRows,
    })
    const wallets = items.filter(({ group }) => group !== 'walletConnect' && group !== 'recent').length
    return {
      items,
      connectors,
      awaited: hasPairing && directory.status === 'loading' ? Math.max(0, RECOMMENDED_MAX - wallets - loginRows) : 0,
      count: hasPairing && isDirectoryOffered(options) ? directory.all.count : undefined,
      isPaired,
      hasLogin: loginRows > 0,
      hasMethods,
    }
  }, [byFamily, active, namespace, directory, options, isPaired, rows, hasMethods])
}
