import { concatHex, encodeAbiParameters, type Hex, keccak256, numberToHex, serializeErc6492Signature } from 'viem'
import { broadcast, isFound } from '../rpc/broadcast.ts'
import { ENTRY_POINT } from './contracts.ts'
import type { Operation, PreparedOperation } from './operation.ts'
import { deploymentOf, type OperationParts } from './prepareOperation.ts'
import { safeAddress } from './safeAddress.ts'
import { initCodeOf, messageDigest, operationDigest, withTimes } from './safeOperation.ts'
import { hasCode } from './smartNetworks.ts'

export { encodeCalls } from './encodeCalls.ts'
export { prepareOperation } from './prepareOperation.ts'

/** Signs with the key of this owner only. The signature has 65 bytes, of which the last is 27 or 28. */
export type SignAsOwner = (owner: string, hash: Hex) => Promise<Hex>

type SignParts = OperationParts & { readonly sign: SignAsOwner }

/** Makes a signature that can be verified by ERC-1271 or, before the account is deployed, by ERC-6492. */
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

const WORDS = ['address', 'uint256', 'bytes32', 'bytes32', 'bytes32', 'uint256', 'bytes32', 'bytes32'] as const
const both = (high: Hex, low: Hex): Hex =>
  concatHex([numberToHex(BigInt(high), { size: 16 }), numberToHex(BigInt(low), { size: 16 })])

/** The id of a user operation, `getUserOpHash` of the EntryPoint 0.7, computed here and not taken from a bundler. */
function operationHash(chainId: number, operation: Operation): Hex {
  const packed = encodeAbiParameters(
    WORDS.map((type) => ({ type })),
    [
      operation.sender,
      BigInt(operation.nonce),
      keccak256(initCodeOf(operation)),
      keccak256(operation.callData),
      both(operation.verificationGasLimit, operation.callGasLimit),
      BigInt(operation.preVerificationGas),
      both(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
      keccak256('0x'),
    ],
  )
  return keccak256(
    encodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'address' }, { type: 'uint256' }],
      [keccak256(packed), ENTRY_POINT, BigInt(chainId)],
    ),
  )
}

/** Signs and sends an operation. @returns its hash (ERC-4337), which differs from the transaction's */
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
