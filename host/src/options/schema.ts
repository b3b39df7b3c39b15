import {
  ACCOUNT_TYPES,
  CHAIN_NAMESPACES,
  type ChainNamespace,
  isCaipNetworkId,
  isRemoteId,
  type KnownFeatureOptions,
} from '@portico/contracts'
import { KNOWN_FEATURES, type KnownFeature } from '@portico/contracts/services/knownRemotes'
import {
  array,
  type BooleanSchema,
  boolean,
  check,
  type GenericSchema,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  string,
  union,
  url,
} from 'valibot'
import { OFF_UNLESS_TRUE, ON_UNLESS_FALSE } from './defaults.ts'
import type { PorticoOptions } from './types.ts'

const httpUrl = pipe(
  string(),
  url(),
  check((text) => /^https?:/.test(text), 'must begin with https:// or http://'),
)
const relayUrl = pipe(string(), url())
const strings = array(string())
/** An image URL that is safe, because nothing in it can execute. */
const imageUrl = pipe(
  string(),
  check((text) => /^(https?:\/\/|data:image\/|\/)/.test(text), 'must be an http(s) or data:image URL'),
)

const origin = pipe(
  string(),
  check((text) => URL.canParse(text) && new URL(text).origin === text, 'must be an origin, as https://app.example.com'),
)

const caipNetworkId = pipe(
  string(),
  check((text) => isCaipNetworkId(text), 'must be a CAIP-2 id'),
)

const providers = union([boolean(), strings])

const httpUrls = pipe(array(httpUrl), minLength(1, 'must have at least one URL'))

const NetworkFields = object({
  id: union([pipe(number(), integer(), minValue(1)), pipe(string(), minLength(1))]),
  name: pipe(string(), minLength(1), maxLength(80)),
  nativeCurrency: object({
    name: string(),
    symbol: pipe(string(), maxLength(20)),
    decimals: pipe(number(), integer(), minValue(0), maxValue(36)),
  }),
  rpcUrls: object({
    default: object({ http: httpUrls }),
    chainDefault: optional(object({ http: httpUrls })),
  }),
  blockExplorers: optional(object({ default: object({ url: httpUrl }) })),
  testnet: optional(boolean()),
  chainNamespace: optional(picklist(CHAIN_NAMESPACES)),
  caipNetworkId: optional(caipNetworkId),
  deprecatedCaipNetworkId: optional(caipNetworkId),
  assets: optional(object({ imageId: optional(string()), imageUrl: optional(imageUrl) })),
})

/** A network's family: EVM if the network has no namespace (chains.md §1.1). */
export const namespaceOf = ({
  chainNamespace,
  caipNetworkId,
}: {
  readonly chainNamespace?: ChainNamespace | undefined
  readonly caipNetworkId?: string | undefined
}): ChainNamespace => chainNamespace ?? (caipNetworkId?.split(':')[0] as ChainNamespace | undefined) ?? 'eip155'

/** A network whose fields do not contradict one another. */
export const Network = pipe(
  NetworkFields,
  check((network) => {
    const { caipNetworkId: caip = `${namespaceOf(network)}:`, chainNamespace = namespaceOf(network) } = network
    return caip.startsWith(`${chainNamespace}:`)
  }, 'chainNamespace and caipNetworkId must name the same family'),
  check(
    (network) =>
      namespaceOf(network) !== 'eip155' ||
      (/^[1-9]\d*$/.test(String(network.id)) &&
        (network.caipNetworkId ?? `eip155:${network.id}`) === `eip155:${network.id}`),
    'an EVM network must have its chain id as its id',
  ),
)

/** Ids that have a special meaning in the modal (chains.md §2.1). */
const OWN_IDS = [
  ...['walletConnect', 'injected', 'announced', 'coinbaseWallet', 'coinbaseWalletSDK', 'baseAccount'],
  ...['safe', 'ledger', 'okx', 'eip6963', 'auth'],
].map((id) => id.toLowerCase())

/** A wallet that the site provides, but without its provider, which is not data. */
export const Connector = object({
  id: pipe(
    string(),
    minLength(1),
    maxLength(80),
    check((id) => !OWN_IDS.includes(id.toLowerCase()), 'is an id of the modal’s own'),
  ),
  name: pipe(string(), minLength(1), maxLength(80)),
  namespace: picklist(['eip155'], 'must be eip155: `adapters` takes a whole family of another kind'),
  imageUrl: optional(imageUrl),
  explorerId: optional(string()),
})

/** The options of the known features: switches, and for features with providers also lists of names. */
const knownFeatures = Object.fromEntries(
  Object.values<KnownFeature>(KNOWN_FEATURES).flatMap(({ option, standard }) =>
    option ? [[option, optional(typeof standard === 'boolean' ? boolean() : providers)]] : [],
  ),
) as unknown as Readonly<Record<keyof KnownFeatureOptions, GenericSchema>>

const remoteId = pipe(string(), check(isRemoteId, 'must be the id of a remote'))

const Features = object({
  ...knownFeatures,
  emailShowWallets: optional(boolean()),
  analytics: optional(boolean()),
  allWallets: optional(boolean()),
  legalCheckbox: optional(boolean()),
  smartSessions: optional(boolean()),
  collapseWallets: optional(boolean()),
  headless: optional(boolean()),
  reownAuthentication: optional(boolean()),
  connectMethodsOrder: optional(array(picklist(['email', 'social', 'wallet']))),
  connectorTypeOrder: optional(
    array(picklist(['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'])),
  ),
  walletFeaturesOrder: optional(array(remoteId)),
})

/** Options whose parts are validated one by one, so that an invalid part does not affect the others. */
export const PART_BY_PART: readonly string[] = ['metadata', 'endpoints', 'features', 'remotes', 'defaultAccountTypes']

type Switch = keyof typeof ON_UNLESS_FALSE | keyof typeof OFF_UNLESS_TRUE
/** The boolean options. */
const switches = Object.fromEntries(
  Object.keys({ ...OFF_UNLESS_TRUE, ...ON_UNLESS_FALSE }).map((name) => [name, boolean()]),
) as Record<Switch, BooleanSchema<undefined>>

/** The data options. An invalid option is reported and replaced by its default, without affecting the others. */
export const optionSchemas = {
  projectId: string(),
  metadata: object({
    name: string(),
    description: optional(string()),
    url: optional(string()),
    icons: optional(strings),
  }),
  endpoints: object({
    host: optional(httpUrl),
    api: optional(httpUrl),
    rpc: optional(httpUrl),
    relay: optional(relayUrl),
    secureSite: optional(httpUrl),
    analytics: optional(httpUrl),
  }),
  releaseKeys: union([strings, object({ keys: strings, threshold: number() })]),
  prefetch: picklist(['none', 'intent', 'visible', 'idle']),
  preview: picklist(['none', 'own', 'all']),
  storageKey: pipe(string(), minLength(1), maxLength(100)),
  locale: pipe(string(), minLength(2), maxLength(35)),
  remotes: record(remoteId, boolean()),
  themeMode: picklist(['dark', 'light']),
  themeVariables: record(string(), union([string(), number()])),
  features: Features,
  allWallets: picklist(['SHOW', 'HIDE', 'ONLY_MOBILE']),
  featuredWalletIds: strings,
  includeWalletIds: strings,
  excludeWalletIds: strings,
  customWallets: array(
    object({
      id: pipe(string(), minLength(1)),
      name: pipe(string(), minLength(1), maxLength(80)),
      homepage: optional(httpUrl),
      image_url: optional(imageUrl),
      mobile_link: optional(string()),
      desktop_link: optional(string()),
      webapp_link: optional(string()),
      app_store: optional(httpUrl),
      play_store: optional(httpUrl),
    }),
  ),
  connectorImages: record(string(), imageUrl),
  safeOrigins: array(origin),
  chainImages: record(string(), imageUrl),
  tokens: record(string(), object({ address: string(), image: optional(imageUrl) })),
  termsConditionsUrl: httpUrl,
  privacyPolicyUrl: httpUrl,
  customRpcUrls: record(string(), array(object({ url: httpUrl }))),
  defaultAccountTypes: object(
    Object.fromEntries(CHAIN_NAMESPACES.map((namespace) => [namespace, picklist(ACCOUNT_TYPES[namespace])])),
  ),
  coinbasePreference: picklist(['all', 'smartWalletOnly', 'eoaOnly']),
  ...switches,
} satisfies Partial<Record<keyof PorticoOptions, GenericSchema>>
