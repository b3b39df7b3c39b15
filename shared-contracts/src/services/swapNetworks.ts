import { safeParse } from 'valibot'
import type { CaipNetworkId } from '../caip.ts'
import type { ActingCommands } from '../transactions.ts'
import { SUPPORTED_CHAINS_PATH, SupportedChains } from './supportedChains.ts'

const isSolana = (caipNetworkId: CaipNetworkId) => caipNetworkId.startsWith('solana:')

type Ask = Pick<ActingCommands, 'askService' | 'swapRouters'>

async function listed({ askService }: Ask, signal?: AbortSignal): Promise<readonly string[]> {
  const answer = await askService({ path: SUPPORTED_CHAINS_PATH }, signal).catch(() => undefined)
  const read = safeParse(SupportedChains, answer)
  return (read.success && read.output.swap) || []
}

/**
 * The networks with swaps: those for which the signed index has a router. On Solana, the services must list the network
 * as well; they are asked only when this matters. Never rejects.
 */
export async function swapNetworks(
  networks: readonly CaipNetworkId[],
  ask: Ask,
  signal?: AbortSignal,
): Promise<readonly CaipNetworkId[]> {
  const routed: ReadonlySet<string> = new Set(ask.swapRouters().flatMap((router) => router.networks))
  const found = networks.filter((caipNetworkId) => routed.has(caipNetworkId))
  if (!found.some(isSolana)) return found
  const served = await listed(ask, signal)
  return found.filter((caipNetworkId) => !isSolana(caipNetworkId) || served.includes(caipNetworkId))
}
