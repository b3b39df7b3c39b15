import { DEFAULT_CONNECTOR_TYPE_ORDER, type KnownFeatureOptions } from '@portico/contracts'
import {
  DEFAULT_WALLET_FEATURES_ORDER,
  KNOWN_REMOTES,
  type KnownFeature,
} from '@portico/contracts/services/knownRemotes'

/** Of the features that the project configuration has no entry for. The others have no default of the site's. */
const withoutEntry: KnownFeatureOptions = Object.fromEntries(
  Object.values<KnownFeature>(KNOWN_REMOTES).flatMap(({ entry, option, standard }) =>
    entry || !option ? [] : [[option, standard]],
  ),
)

/** The defaults of rules.md §9 and public-api.md §4.1. Frozen, so that nothing can change them later. */
export const DEFAULT_FEATURES = Object.freeze({
  analytics: true,
  allWallets: true,
  emailShowWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  collapseWallets: false,
  headless: false,
  reownAuthentication: false,
  connectorTypeOrder: DEFAULT_CONNECTOR_TYPE_ORDER,
  walletFeaturesOrder: DEFAULT_WALLET_FEATURES_ORDER,
  ...withoutEntry,
})

/** rules.md §9: on unless set to false. */
export const ON_UNLESS_FALSE = Object.freeze({
  enableWallets: true,
  enableEIP6963: true,
  enableInjected: true,
  enableCoinbase: true,
  enableBaseAccount: true,
  enableWalletConnect: true,
  enableWalletGuide: true,
  enableReconnect: true,
  enableNetworkSwitch: true,
  enableAuthLogger: true,
  debug: true,
})

export const OFF_UNLESS_TRUE = Object.freeze({
  basic: false,
  enableEmbedded: false,
  enableMobileFullScreen: false,
  allowUnsupportedChain: false,
  disableAppend: false,
  experimental_preferUniversalLinks: false,
  manualWCControl: false,
})

/** The origins that are trusted, when they frame the page, to report that it runs inside a Safe. */
export const DEFAULT_SAFE_ORIGINS: readonly string[] = Object.freeze(['https://app.safe.global'])
