import { type Hex, serializeErc6492Signature } from 'viem'
import { NodeFailure, NodeUnreachable } from '../rpc/refuse.ts'
import { ENTRY_POINT } from './contracts.ts'
import type { PreparedOperation } from './operation.ts'
import { operationHash } from './operationHash.ts'
import { deploymentOf, type OperationParts } from './prepareOperation.ts'
import { safeAddress } from './safeAddress.ts'
import { messageDigest, operationDigest, withTimes } from './safeOperation.ts'
import { hasCode } from './smartNetworks.ts'

export { encodeCalls } from './encodeCalls.ts'
export { prepareOperation } from './prepareOperation.ts'

/** By the key of this owner and of no other: 65 bytes, the last one 27 or 28. */
export type SignAsOwner = (owner: string, hash: Hex) => Promise<Hex>

type SignParts = OperationParts & { readonly sign: SignAsOwner }

/** Verifiable by ERC-1271, and by ERC-6492 before the account is deployed. */
export async function signHash(owner: string, chainId: number, hash: Hex, { ask, sign }: SignParts): Promise<Hex> {
  const safe = safeAddress(owner)
  const [isThere, signature] = await Promise.all([
    hasCode(chainId, safe, ask),
    sign(owner, messageDigest(safe, chainId, hash)),
  ])
  if (isThere) return signature
  const { factory, factoryData } = deploymentOf(owner)
  return serializeErc6492Signature({ address: factory, data: factoryData, signature })
}

/** Nobody knows whether it was taken: it must not be told as failed, or it is sent twice. */
const isOutcomeUnknown = (error: unknown) =>
  error instanceof NodeUnreachable || (error instanceof NodeFailure && /already (known|exists)/i.test(error.message))

/** Signs and sends it. @returns its hash (ERC-4337), which is not that of a transaction */
export async function sendOperation(
  { owner, chainId, operation }: Pick<PreparedOperation, 'owner' | 'chainId' | 'operation'>,
  { askBundler, sign }: SignParts,
): Promise<Hex> {
  const signature = withTimes(await sign(owner, operationDigest(chainId, operation)))
  try {
    await askBundler(chainId, 'eth_sendUserOperation', [{ ...operation, signature }, ENTRY_POINT])
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
  }
  return operationHash(chainId, operation)
}
