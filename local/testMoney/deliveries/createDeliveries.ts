import type { CaipNetworkId } from '@portico/contracts'
import type { Parts } from '@portico/services/blockchainApi/parts'
import type { TestMoneyChains } from '../chainsText.ts'
import type { Deliver } from './deliver.ts'
import { deliverBitcoin } from './deliverBitcoin.ts'
import { deliverEvm } from './deliverEvm.ts'
import { deliverSolana } from './deliverSolana.ts'

/** One delivery per configured chain. An EVM chain without a node of its own gets none. */
export function createDeliveries(
  parts: Pick<Parts, 'chains' | 'log' | 'signal'>,
  sources: TestMoneyChains,
): ReadonlyMap<CaipNetworkId, Deliver> {
  const deliveries = new Map<CaipNetworkId, Deliver>()
  for (const [caipNetworkId, source] of sources) {
    if (source instanceof URL) {
      const isSolana = caipNetworkId.startsWith('solana:')
      deliveries.set(caipNetworkId, isSolana ? deliverSolana(parts, source) : deliverBitcoin(source))
    } else if (parts.chains.ids.includes(caipNetworkId)) {
      deliveries.set(caipNetworkId, deliverEvm(parts, caipNetworkId, source))
    } else parts.log.warn('there is no node for the test money of a chain', { caipNetworkId })
  }
  return deliveries
}
