import type { CaipNetworkId } from '@portico/contracts'
import { optional, pipe, rawTransform, regex, string, transform } from 'valibot'
import { type Address, getAddress, isAddress } from 'viem'
import { parseRpcChain } from '../../jsonRpc/upstreamList.ts'
import { registryNetworks } from '../../walletRegistry/registryNetworks.ts'

/**
 * The source of a chain's test money: an account that the node signs for (EVM), a node with `requestAirdrop` (Solana),
 * an Esplora with a faucet (Bitcoin). Public nodes neither sign nor give coins away.
 */
type SandboxSource = Address | URL
export type SandboxChains = ReadonlyMap<CaipNetworkId, SandboxSource>

export interface MeldOptions {
  /** Each has keys of its own. */
  readonly site: 'production' | 'sandbox'
  readonly key: string
  /** ISO 3166-1: the buyer's country, because the wire does not include it. */
  readonly country: string
  /** Replaces the URL of the site. */
  readonly url?: URL
}

export interface OnrampSettings {
  readonly sandbox?: SandboxChains | undefined
  readonly meld?: MeldOptions | undefined
}

const CHAINS =
  'must be a list like eip155:31337=<account of the node>;solana:<reference>=<url>;bip122:<reference>=<url> of chains without real money'

const realMoney: ReadonlySet<string> = new Set(
  registryNetworks.filter(({ testnet }) => !testnet).map(({ caip2 }) => caip2),
)

function parseSource(namespace: string, text: string): SandboxSource | undefined {
  if (namespace === 'eip155') return isAddress(text, { strict: false }) ? getAddress(text) : undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined
}

/** @returns undefined if `text` is malformed or names a registry network with real money */
function parseChains(text: string): SandboxChains | undefined {
  const chains = new Map<CaipNetworkId, SandboxSource>()
  for (const part of text.split(/[;\s]+/).filter(Boolean)) {
    const separator = part.indexOf('=')
    const chain = parseRpcChain(part.slice(0, Math.max(separator, 0)))
    const source = chain && parseSource(chain.namespace, part.slice(separator + 1))
    if (!chain || !source || realMoney.has(chain.caipNetworkId) || chains.has(chain.caipNetworkId)) return undefined
    chains.set(chain.caipNetworkId, source)
  }
  return chains.size > 0 ? chains : undefined
}

/** The text form in the environment. */
export const SandboxChainsText = pipe(
  string(),
  rawTransform(({ dataset, addIssue, NEVER }) => {
    const chains = parseChains(dataset.value)
    if (chains) return chains
    addIssue({ message: CHAINS })
    return NEVER
  }),
)

/** The environment variables of this part, for `environment.ts` of the process. */
export const onrampEnvironment = {
  /** Chains with free test money. */
  ONRAMP_SANDBOX_CHAINS: optional(SandboxChainsText),
  MELD_KEY: optional(
    pipe(
      string(),
      regex(/^(?:production|sandbox):[\w:.~+/=-]{16,}$/, 'must be production:<key> or sandbox:<key>'),
      transform((text): Pick<MeldOptions, 'site' | 'key'> => {
        const [site = '', ...key] = text.split(':')
        return { site: site === 'production' ? 'production' : 'sandbox', key: key.join(':') }
      }),
    ),
  ),
  MELD_COUNTRY: optional(pipe(string(), regex(/^[A-Z]{2}$/, 'must be two capital letters of ISO 3166-1')), 'US'),
}

/** Without them, nothing is sold. */
export const onrampSettings = (values: {
  readonly ONRAMP_SANDBOX_CHAINS?: SandboxChains | undefined
  readonly MELD_KEY?: Pick<MeldOptions, 'site' | 'key'> | undefined
  readonly MELD_COUNTRY: string
}): OnrampSettings => ({
  sandbox: values.ONRAMP_SANDBOX_CHAINS,
  meld: values.MELD_KEY && { ...values.MELD_KEY, country: values.MELD_COUNTRY },
})
