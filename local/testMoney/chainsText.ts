import type { CaipNetworkId } from '@portico/contracts'
import { parseRpcChain } from '@portico/services/jsonRpc/upstreamList'
import { parsed } from '@portico/services/variables'
import { registryNetworks } from '@portico/services/walletRegistry/registryNetworks'
import { type Address, getAddress, isAddress } from 'viem'

/**
 * The source of a chain's test money: an account that the node signs for (EVM), a node with `requestAirdrop` (Solana),
 * an Esplora with a faucet (Bitcoin). Public nodes neither sign nor give coins away.
 */
type TestMoneySource = Address | URL
export type TestMoneyChains = ReadonlyMap<CaipNetworkId, TestMoneySource>

const CHAINS =
  'must be a list like eip155:31337=<account of the node>;solana:<reference>=<url>;bip122:<reference>=<url> of chains without real money'

const realMoney: ReadonlySet<string> = new Set(
  registryNetworks.filter(({ testnet }) => !testnet).map(({ caip2 }) => caip2),
)

function parseSource(namespace: string, text: string): TestMoneySource | undefined {
  if (namespace === 'eip155') return isAddress(text, { strict: false }) ? getAddress(text) : undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined
}

/** @returns undefined if `text` is malformed or names a registry network with real money */
function parseChains(text: string): TestMoneyChains | undefined {
  const chains = new Map<CaipNetworkId, TestMoneySource>()
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
export const TestMoneyChainsText = parsed(parseChains, CHAINS)
