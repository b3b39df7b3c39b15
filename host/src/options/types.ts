import type {
  AccountType,
  CaipNetworkId,
  ChainAdapter,
  ChainNamespace,
  KnownFeatureOptions,
  SocialProvider,
} from '@portico/contracts'

export type { SocialProvider }

/** A network: a viem chain, or the same with CAIP fields (public-api.md §2). */
export interface NetworkOption {
  readonly id: number | string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: {
    readonly default: { readonly http: readonly string[] }
    readonly chainDefault?: { readonly http: readonly string[] }
  }
  readonly blockExplorers?: { readonly default: { readonly name?: string; readonly url: string } }
  readonly testnet?: boolean
  readonly chainNamespace?: ChainNamespace
  readonly caipNetworkId?: CaipNetworkId
  readonly deprecatedCaipNetworkId?: CaipNetworkId
  readonly assets?: { readonly imageId?: string; readonly imageUrl?: string }
}

/** A wallet that the site adds to the directory's wallets. */
export interface CustomWallet {
  readonly id: string
  readonly name: string
  readonly homepage?: string
  readonly image_url?: string
  readonly mobile_link?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  readonly app_store?: string
  readonly play_store?: string
}

/** A wallet that the site provides, with its own provider. */
export interface CustomConnector {
  /**
   * The id in the modal's state and storage. Must be none of the modal's own ids (`walletConnect`, `injected`, `safe`,
   * …).
   */
  readonly id: string
  readonly name: string
  /** Only EVM. For another family, pass the site's own adapter in `adapters`. */
  readonly namespace: 'eip155'
  readonly imageUrl?: string
  /** An EIP-1193 provider. Passed on by reference. */
  readonly provider: object
  /** The wallet's id in the directory, so that it is not listed a second time. */
  readonly explorerId?: string
}

export type ConnectMethod = 'email' | 'social' | 'wallet'
export type ConnectorGroup =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'

/**
 * The site's feature settings. The project configuration overrides those that it contains too (services.md §5): email,
 * socials, swaps, onramp, history, reownBranding.
 */
export interface FeatureOptions extends KnownFeatureOptions {
  readonly emailShowWallets?: boolean
  readonly analytics?: boolean
  readonly allWallets?: boolean
  readonly legalCheckbox?: boolean
  readonly smartSessions?: boolean
  readonly collapseWallets?: boolean
  readonly headless?: boolean
  readonly reownAuthentication?: boolean
  readonly connectMethodsOrder?: readonly ConnectMethod[]
  readonly connectorTypeOrder?: readonly ConnectorGroup[]
  /** Ids of remotes. Their money actions come first; the others follow in their own order. */
  readonly walletFeaturesOrder?: readonly string[]
}

/** The hosts that the modal uses. Each default is the origin that served the loader, except for `secureSite`. */
export interface EndpointOptions {
  /** Serves the loader, the shell and the release index. */
  readonly host?: string
  /** Serves the REST services. */
  readonly api?: string
  readonly rpc?: string
  readonly relay?: string
  /**
   * Serves the embedded wallet's pages; required for the embedded wallet. The signed release index must name its origin
   * too.
   */
  readonly secureSite?: string
  readonly analytics?: string
}

/** The argument of `createModal`: names and defaults of public-api.md §3-4, listed in `docs/guides/options.md`. */
export interface PorticoOptions {
  readonly projectId: string
  readonly networks: readonly NetworkOption[]
  /** Families, or the site's own adapters. Default: the families of `networks`. `[]`: pairing only. */
  readonly adapters?: readonly ('eip155' | 'solana' | 'bip122' | ChainAdapter)[]
  readonly defaultNetwork?: NetworkOption
  readonly metadata?: {
    readonly name: string
    readonly description?: string
    readonly url?: string
    readonly icons?: readonly string[]
  }
  readonly endpoints?: EndpointOptions
  /**
   * Whom the modal trusts to sign releases, or roots that say who may: `algorithm:keyid:base64` keys, one of which is
   * enough, or keys with the number of holders that have to sign. Default: the loader's built-in keys.
   */
  readonly releaseKeys?: readonly string[] | { readonly keys: readonly string[]; readonly threshold: number }
  /**
   * When the code for the window is fetched in advance: never; when a Portico element is hovered or focused (default);
   * when such an element is in the viewport and the page is idle (never for visitors who save data or are on 2G); or
   * when the page is idle.
   */
  readonly prefetch?: 'none' | 'intent' | 'visible' | 'idle'
  /**
   * Which requests the modal explains in words before a wallet is asked: those of its own views (`own`, the default),
   * also those that the site makes through `getProvider` (`all`), or none (`none`). The embedded wallet always explains
   * what it signs.
   */
  readonly preview?: 'own' | 'all' | 'none'
  /** Separates two modals of one project, which would otherwise share their connections. */
  readonly storageKey?: string
  /** A BCP 47 tag. Default: the browser's language. */
  readonly locale?: string

  readonly themeMode?: 'dark' | 'light'
  readonly themeVariables?: Readonly<Record<string, string | number>>
  readonly features?: FeatureOptions
  /**
   * Switches on or off further remotes of the signed release index, keyed by id. The project configuration takes
   * precedence. Default: what the remote itself declares.
   */
  readonly remotes?: Readonly<Record<string, boolean>>
  readonly basic?: boolean

  readonly allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  readonly featuredWalletIds?: readonly string[]
  readonly includeWalletIds?: readonly string[]
  readonly excludeWalletIds?: readonly string[]
  readonly customWallets?: readonly CustomWallet[]
  readonly connectorImages?: Readonly<Record<string, string>>
  /** The site's own wallets, listed beside the browser's. */
  readonly connectors?: readonly CustomConnector[]
  /** The origins of Safe interfaces that are trusted when they frame the page. Default: `https://app.safe.global`. */
  readonly safeOrigins?: readonly string[]
  readonly chainImages?: Readonly<Record<string, string>>
  readonly tokens?: Readonly<Record<string, { readonly address: string; readonly image?: string }>>
  readonly termsConditionsUrl?: string
  readonly privacyPolicyUrl?: string
  readonly customRpcUrls?: Readonly<Record<string, readonly { readonly url: string; readonly config?: object }[]>>
  /** The preferred account type of each family, for wallets that report account types. Default: see rules.md §3. */
  readonly defaultAccountTypes?: Readonly<Partial<Record<ChainNamespace, AccountType>>>

  readonly enableWallets?: boolean
  readonly enableEIP6963?: boolean
  readonly enableInjected?: boolean
  readonly enableCoinbase?: boolean
  readonly enableBaseAccount?: boolean
  readonly enableWalletConnect?: boolean
  readonly enableWalletGuide?: boolean
  readonly enableReconnect?: boolean
  readonly enableNetworkSwitch?: boolean
  readonly enableEmbedded?: boolean
  readonly enableMobileFullScreen?: boolean
  readonly enableAuthLogger?: boolean
  readonly allowUnsupportedChain?: boolean
  readonly disableAppend?: boolean
  readonly experimental_preferUniversalLinks?: boolean
  readonly coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly'
  readonly debug?: boolean
  readonly manualWCControl?: boolean

  /** Plug-ins are not data: they are passed on by reference and never copied. */
  readonly siwx?: object
  readonly siweConfig?: object
  readonly universalProvider?: object
  readonly universalProviderConfigOverride?: object
}
