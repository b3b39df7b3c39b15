import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import { Refused } from '../messages/channel.ts'

/** @throws Refused `chainUnsupported` for a network of another family */
export function evmChainId(caipNetworkId: CaipNetworkId): number {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId)
  if (namespace !== 'eip155') throw new Refused('chainUnsupported')
  return Number(reference)
}
