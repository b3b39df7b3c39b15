import type { Network } from '@portico/contracts'
import { array, fallback, type InferOutput, object, optional, record, safeParse, string } from 'valibot'

/** The methods that we ask wallets to support (chains.md §4.2). */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  eip155: [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendRawTransaction',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'personal_sign',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_getPermissions',
    'wallet_requestPermissions',
    'wallet_registerOnboarding',
    'wallet_watchAsset',
    'wallet_scanQRCode',
    'wallet_getCallsStatus',
    'wallet_showCallsStatus',
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'wallet_getAssets',
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_requestAccounts',
    'solana_getAccounts',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  bip122: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
}

/** The methods for a pairing with a message to sign (chains.md §4.2), except the one that only displays something. */
export const AUTHENTICATION_METHODS = (METHODS.eip155 ?? []).filter((method) => method !== 'wallet_showCallsStatus')

const EVENTS = ['accountsChanged', 'chainChanged']

export interface OfferedNamespace {
  readonly chains: string[]
  readonly methods: string[]
  readonly events: string[]
  /** URLs, keyed by CAIP-2 reference. Only for the client, never for the wallet. */
  readonly rpcMap: Record<string, string>
}
/** What is offered in each CAIP-2 namespace. */
export type Offer = Record<string, OfferedNamespace>

const Lists = fallback(record(string(), array(string())), {})
const Override = fallback(
  object({
    methods: optional(Lists, {}),
    chains: optional(Lists, {}),
    events: optional(Lists, {}),
    /** URLs, keyed by CAIP-2 id. */
    rpcMap: optional(fallback(record(string(), string()), {}), {}),
    defaultChain: fallback(optional(string()), undefined),
  }),
  { methods: {}, chains: {}, events: {}, rpcMap: {}, defaultChain: undefined },
)
export type NamespaceOverride = InferOutput<typeof Override>

/** Reads `universalProviderConfigOverride`. Unreadable parts have no effect. */
export function readOverride(option: unknown): NamespaceOverride {
  const { output } = safeParse(Override, option ?? {})
  return output as NamespaceOverride
}

/**
 * The offer to a wallet, which may reject any part of it (chains.md §4.2): the page's networks, those of Solana also
 * under their earlier ids. A list in the override replaces ours, a family that only the override names is added, and
 * the override's first URL for a family replaces all of ours.
 */
export function offerFor(networks: readonly Network[], override: NamespaceOverride): Offer {
  const offer: Offer = {}
  const of = (namespace: string): OfferedNamespace => {
    offer[namespace] ??= { chains: [], methods: [...(METHODS[namespace] ?? [])], events: [...EVENTS], rpcMap: {} }
    return offer[namespace]
  }
  for (const { chainNamespace, caipNetworkId, deprecatedCaipNetworkId, rpcUrls } of networks) {
    const { chains, rpcMap } = of(chainNamespace)
    chains.push(caipNetworkId)
    if (deprecatedCaipNetworkId) chains.push(deprecatedCaipNetworkId)
    const [rpcUrl] = rpcUrls
    for (const id of [caipNetworkId, deprecatedCaipNetworkId]) if (id && rpcUrl) rpcMap[referenceOf(id)] = rpcUrl
  }
  for (const part of ['methods', 'chains', 'events'] as const) {
    for (const [namespace, list] of Object.entries(override[part])) of(namespace)[part].splice(0, Infinity, ...list)
  }
  const cleared = new Set<string>()
  for (const [id, url] of Object.entries(override.rpcMap)) {
    const [namespace = ''] = id.split(':')
    const { rpcMap } = of(namespace)
    if (!cleared.has(namespace)) for (const reference of Object.keys(rpcMap)) delete rpcMap[reference]
    cleared.add(namespace)
    rpcMap[referenceOf(id)] = url
  }
  return offer
}

const referenceOf = (caipNetworkId: string) => caipNetworkId.slice(caipNetworkId.indexOf(':') + 1)

/** The part of an offer that the wallet sees: everything except our URLs. Families without a chain are left out. */
export const proposalOf = (offer: Offer): Record<string, Omit<OfferedNamespace, 'rpcMap'>> =>
  Object.fromEntries(
    Object.entries(offer)
      .filter(([, { chains }]) => chains.length > 0)
      .map(([namespace, { chains, methods, events }]) => [namespace, { chains, methods, events }]),
  )
