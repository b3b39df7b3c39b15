import { selectNetworks } from '@portico/contracts'
import { selectOptions } from '../settingsSlice.ts'
import type { RootState } from '../store.ts'

/**
 * The options that INITIALIZE reports beside `features`: switches and choices among our own values, listed by name
 * (chains.md §10, pitfall 26). URLs of nodes and endpoints, which may contain keys, and the site's texts and links are not reported.
 */
const SENT = [
  'themeMode',
  'locale',
  'basic',
  'debug',
  'allWallets',
  'coinbasePreference',
  'allowUnsupportedChain',
  'disableAppend',
  'enableWallets',
  'enableEIP6963',
  'enableInjected',
  'enableCoinbase',
  'enableBaseAccount',
  'enableWalletConnect',
  'enableWalletGuide',
  'enableReconnect',
  'enableNetworkSwitch',
  'enableEmbedded',
  'enableMobileFullScreen',
  'enableAuthLogger',
  'experimental_preferUniversalLinks',
  'manualWCControl',
  'featuredWalletIds',
  'includeWalletIds',
  'excludeWalletIds',
  'defaultAccountTypes',
] as const

function pick(from: object, names: readonly string[]): Record<string, unknown> {
  const known = from as Readonly<Record<string, unknown>>
  return Object.fromEntries(names.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])))
}

export function initializeProperties(state: RootState): Record<string, unknown> {
  const options = selectOptions(state)
  return {
    ...pick(options, SENT),
    // Only switches, names of providers, and orders.
    features: options.features,
    networks: selectNetworks(state).map(({ caipNetworkId }) => caipNetworkId),
  }
}
