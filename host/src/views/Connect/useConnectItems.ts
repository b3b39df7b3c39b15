import { type ChainNamespace, type Connector, selectActiveNamespace } from '@portico/contracts'
import { useMemo } from 'react'
import { type ConnectItem, connectItems } from '../../directory/connectItems.ts'
import { selectDirectory, walletsOf } from '../../directory/directorySlice.ts'
import { RECOMMENDED_MAX } from '../../directory/prefetch.ts'
import { isMobile } from '../../platform.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellSelector } from '../../shellContext.ts'

export interface ConnectList {
  readonly items: readonly ConnectItem[]
  /** Every wallet of this browser that the list is about. */
  readonly connectors: readonly Connector[]
  /** Rows that may still come from the directory. */
  readonly awaited: number
  /** How many wallets the directory has; undefined where it is not offered. */
  readonly count: number | undefined
}

/** Which way into the directory the site offers, where pairing is on (views.md §6.5). */
const isOffered = (allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' = 'SHOW', isOnPhone: boolean) =>
  allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && isOnPhone)

export function useConnectItems(namespace: ChainNamespace | undefined): ConnectList {
  const byFamily = useShellSelector((state) => state.connections.connectors)
  const active = useShellSelector(selectActiveNamespace)
  const directory = useShellSelector(selectDirectory)
  const options = useShellSelector(selectOptions)

  return useMemo(() => {
    const families = (Object.keys(byFamily) as ChainNamespace[]).toSorted(
      (a, b) => Number(b === active) - Number(a === active),
    )
    const connectors = families
      .filter((family) => !namespace || family === namespace)
      .flatMap((family) => byFamily[family] ?? [])
    const isOnPhone = isMobile()
    const hasPairing = connectors.some(({ type }) => type === 'WALLET_CONNECT')
    const items = connectItems({
      connectors,
      recent: walletsOf(directory, directory.recent),
      featured: walletsOf(directory, directory.featured),
      custom: walletsOf(directory, directory.custom),
      recommended: walletsOf(directory, directory.recommended),
      excluded: directory.excluded,
      order: options.features.connectorTypeOrder,
      isMobile: isOnPhone,
      loginRows: 0,
    })
    const wallets = items.filter(({ kind, group }) => kind !== 'pairing' && group !== 'recent').length
    const isAllOffered = hasPairing && options.features.allWallets && isOffered(options.allWallets, isOnPhone)
    return {
      items,
      connectors,
      awaited: hasPairing && directory.status === 'loading' ? Math.max(0, RECOMMENDED_MAX - wallets) : 0,
      count: isAllOffered ? directory.all.count : undefined,
    }
  }, [byFamily, active, namespace, directory, options])
}
