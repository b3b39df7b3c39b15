import { type Hex, serializeErc6492Signature } from 'viem'
import { broadcast, isFound } from '../rpc/broadcast.ts'
import { ENTRY_POINT } from './contracts.ts'
import type { PreparedOperation } from './operation.ts'
import { operationHash } from './operationHash.ts'
import { deploymentOf, type OperationParts } from './prepareOperation.ts'
import { safeAddress } from './safeAddress.ts'
import { messageDigest, operationDigest, withTimes } from './safeOperation.ts'
import { hasCode } from './smartNetworks.ts'

export { encodeCalls } from './encodeCalls.ts'
export { prepareOperation } from './prepareOperation.ts'

/** Signs with the key of this owner only: 65 bytes, the last one 27 or 28. */
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

/** Signs and sends it. @returns its hash (ERC-4337), which differs from the transaction's */
export async function sendOperation(
  { owner, chainId, operation }: Pick<PreparedOperation, 'owner' | 'chainId' | 'operation'>,
  { askBundler, sign }: SignParts,
): Promise<Hex> {
  const signature = withTimes(await sign(owner, operationDigest(chainId, operation)))
  const hash = operationHash(chainId, operation)
  const find = async (method: string) => isFound(await askBundler(chainId, method, [hash]))
  await broadcast(
    () => askBundler(chainId, 'eth_sendUserOperation', [{ ...operation, signature }, ENTRY_POINT]),
    // Some bundlers no longer find an operation by its hash once a block contains it.
    async () => (await find('eth_getUserOperationByHash')) || find('eth_getUserOperationReceipt'),
  )
  return hash
}
