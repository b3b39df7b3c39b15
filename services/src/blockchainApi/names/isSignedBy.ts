import type { CaipNetworkId } from '@portico/contracts'
import { type Address, type Hex, verifyMessage } from 'viem'
import { verifyMessage as verifyMessageOfContract } from 'viem/actions'
import { ServiceError } from '../../http/errors.ts'
import type { Chains } from '../chains.ts'
import { watchNode } from './watchNode.ts'

export interface SignedText {
  readonly address: Address
  readonly message: string
  readonly signature: Hex
}

/** The library throws only for an impossible signature, which has a wrong length or number. */
const isSignedByKey = (signed: SignedText): Promise<boolean> => verifyMessage(signed).catch(() => false)

/**
 * Whether an account has signed a text (EIP-191). Supports accounts with their own key and, if this service has a node
 * of the chain, contracts that are deployed (EIP-1271) or not yet (EIP-6492).
 * @throws ServiceError `upstream.unavailable` if no node can verify a contract's signature
 */
export async function isSignedBy(chains: Chains, caipNetworkId: CaipNetworkId, signed: SignedText): Promise<boolean> {
  if (await isSignedByKey(signed)) return true
  if (!chains.ids.includes(caipNetworkId)) return false
  const { client, isOut } = watchNode(chains.evm(caipNetworkId))
  const isValid = await verifyMessageOfContract(client, signed).catch(() => false)
  if (!isValid && isOut()) throw new ServiceError('upstream.unavailable')
  return isValid
}
