import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { readQuantity, toQuantity } from '@portico/contracts/preview'
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { Refused } from '../messages/channel.ts'
import type { AskNode } from '../rpc/jsonRpc.ts'
import { nullIfRefused } from '../rpc/refuse.ts'
import type { AskBundler } from './askBundler.ts'
import { ENTRY_POINT, SAFE, SALT_NONCE } from './contracts.ts'
import { encodeCalls } from './encodeCalls.ts'
import type { PreparedOperation, SmartCall } from './operation.ts'
import { initializerOf, safeAddress } from './safeAddress.ts'
import { STUB_SIGNATURE } from './safeOperation.ts'
import { hasCode } from './smartNetworks.ts'

const proxyFactoryAbi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
])
const entryPointAbi = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])

const GWEI = 1_000_000_000n
/** 1,000,000 gwei. A node that names a higher price is mistaken or lying. */
const PRICE_MAX = 1_000_000n * GWEI
/** More gas than any block has room for. */
const GAS_MAX = 100_000_000n
/** Bundlers estimate with a stub signature, which costs less to verify than the owner's. Unused gas is not paid. */
const VERIFICATION_ROOM = 60_000n
/** All operations use the nonce sequence with the key 0, so that they run one after another and none runs twice. */
const NONCE_KEY = 0n

export interface OperationParts {
  readonly ask: AskNode
  readonly askBundler: AskBundler
}

function within(value: unknown, max: bigint): bigint {
  const read = readQuantity(value)
  if (read === undefined || read > max) throw new Refused('internal')
  return read
}

/** The proxy factory's call that deploys the account. */
export const deploymentOf = (owner: string): { readonly factory: Hex; readonly factoryData: Hex } => ({
  factory: SAFE.proxyFactory,
  factoryData: encodeFunctionData({
    abi: proxyFactoryAbi,
    functionName: 'createProxyWithNonce',
    args: [SAFE.singleton, initializerOf(owner), SALT_NONCE],
  }),
})

/** Fees that allow the base fee to more than double before a block contains the operation. The excess is not paid. */
async function fees(ask: (method: string, params: unknown) => Promise<Json>) {
  const [block, said] = await Promise.all([
    ask('eth_getBlockByNumber', ['latest', false]),
    ask('eth_maxPriorityFeePerGas', []).catch(nullIfRefused),
  ])
  const baseFee = isRecord(block) ? block.baseFeePerGas : undefined
  const priority = (said === null ? GWEI : within(said, PRICE_MAX)) * 2n
  const price = baseFee === undefined ? within(await ask('eth_gasPrice', []), PRICE_MAX) : within(baseFee, PRICE_MAX)
  return {
    maxFeePerGas: toQuantity((price * 12n) / 5n + priority),
    maxPriorityFeePerGas: toQuantity(priority),
  }
}

async function nonceOf(sender: Hex, ask: (method: string, params: unknown) => Promise<Json>): Promise<bigint> {
  const call = { abi: entryPointAbi, functionName: 'getNonce' } as const
  const data = encodeFunctionData({ ...call, args: [sender, NONCE_KEY] })
  const answer = await ask('eth_call', [{ to: ENTRY_POINT, data }, 'latest'])
  if (typeof answer !== 'string' || !/^0x[\da-f]{64}$/i.test(answer)) throw new Refused('internal')
  return decodeFunctionResult({ ...call, data: answer as Hex })
}

/** Fills in an operation with these calls. @throws NodeFailure if the bundler refuses it, as when a call fails */
export async function prepareOperation(
  owner: string,
  chainId: number,
  calls: readonly SmartCall[],
  { ask: askNode, askBundler }: OperationParts,
): Promise<PreparedOperation> {
  const ask = (method: string, params: unknown) => askNode(`eip155:${chainId}`, method, params)
  const sender = safeAddress(owner)
  const [isThere, nonce, price] = await Promise.all([
    hasCode(chainId, sender, askNode),
    nonceOf(sender, ask),
    fees(ask),
  ])
  const base = {
    sender,
    nonce: toQuantity(nonce),
    ...(!isThere && deploymentOf(owner)),
    callData: encodeCalls(calls),
    ...price,
  }
  const unknown = { callGasLimit: '0x0', verificationGasLimit: '0x0', preVerificationGas: '0x0' }
  const estimate = await askBundler(chainId, 'eth_estimateUserOperationGas', [
    { ...base, ...unknown, signature: STUB_SIGNATURE },
    ENTRY_POINT,
  ])
  if (!isRecord(estimate)) throw new Refused('internal')
  const [callGas, verificationGas, preVerificationGas] = [
    within(estimate.callGasLimit, GAS_MAX),
    within(estimate.verificationGasLimit, GAS_MAX) + VERIFICATION_ROOM,
    within(estimate.preVerificationGas, GAS_MAX),
  ]
  const operation = {
    ...base,
    callGasLimit: toQuantity(callGas),
    verificationGasLimit: toQuantity(verificationGas),
    preVerificationGas: toQuantity(preVerificationGas),
  }
  return {
    chainId,
    owner,
    operation: Object.freeze(operation),
    feeMax: (callGas + verificationGas + preVerificationGas) * BigInt(price.maxFeePerGas),
    isDeployment: !isThere,
  }
}
