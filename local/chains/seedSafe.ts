import { type Address, concatHex, encodeFunctionData, type Hex, zeroAddress, zeroHash } from 'viem'
import safe from './artifacts/Safe.json' with { type: 'json' }
import safeFallbackHandler from './artifacts/SafeFallbackHandler.json' with { type: 'json' }
import safeProxyFactory from './artifacts/SafeProxyFactory.json' with { type: 'json' }
import safeSignMessageLib from './artifacts/SafeSignMessageLib.json' with { type: 'json' }
import { CREATE2_DEPLOYER } from './evmContracts.ts'
import { LOCAL_SAFE, SAFE_CONTRACTS } from './safeContracts.ts'

/** Deploys a Safe with one owner, and the contracts of Safe 1.4.1. */
export async function seedSafe(send: (transaction: { to: Address; data: Hex }) => Promise<unknown>): Promise<void> {
  for (const { bytecode } of [safe, safeProxyFactory, safeFallbackHandler, safeSignMessageLib]) {
    await send({ to: CREATE2_DEPLOYER, data: concatHex([zeroHash, bytecode as Hex]) })
  }
  const { singleton, proxyFactory, fallbackHandler } = SAFE_CONTRACTS
  const { owners, threshold, saltNonce } = LOCAL_SAFE
  const setup = [owners, threshold, zeroAddress, '0x', fallbackHandler, zeroAddress, 0n, zeroAddress]
  const initializer = encodeFunctionData({ abi: safe.abi, functionName: 'setup', args: setup })
  await send({
    to: proxyFactory,
    data: encodeFunctionData({
      abi: safeProxyFactory.abi,
      functionName: 'createProxyWithNonce',
      args: [singleton, initializer, saltNonce],
    }),
  })
}
