import { type Address, concatHex, type Hex, pad, zeroHash } from 'viem'
import entryPoint from './artifacts/EntryPoint07.json' with { type: 'json' }
import multiSendCallOnly from './artifacts/MultiSendCallOnly.json' with { type: 'json' }
import safe4337Module from './artifacts/Safe4337Module.json' with { type: 'json' }
import safeL2 from './artifacts/SafeL2.json' with { type: 'json' }
import safeModuleSetup from './artifacts/SafeModuleSetup.json' with { type: 'json' }
import safeProxyFactory from './artifacts/SafeProxyFactory.json' with { type: 'json' }
import { CREATE2_DEPLOYER } from './evmContracts.ts'
import { ENTRY_POINT_SALT, SAFE_DEPLOYER, SMART_ACCOUNT_CONTRACTS } from './smartAccountContracts.ts'

/** A chain that is being seeded. */
export interface SeededChain {
  send(transaction: { readonly to?: Address; readonly data: Hex }): Promise<unknown>
  getCode(address: Address): Promise<Hex>
  setCode(address: Address, code: Hex): Promise<unknown>
  /** The address of the contract that `send` deployed last; it is derived from the sender's nonce. */
  lastDeployed(): Address
}

/**
 * Deploys ERC-4337 and the contracts of smart accounts to their addresses on public networks. The module's published
 * creation code is from another build than Safe's, so the module is deployed elsewhere and its code copied to the
 * public address.
 */
export async function seedSmartAccounts({ send, getCode, setCode, lastDeployed }: SeededChain): Promise<void> {
  await send({ to: CREATE2_DEPLOYER, data: concatHex([ENTRY_POINT_SALT, entryPoint.bytecode as Hex]) })

  // Safe's deployer is the same program as the other deployer, at an address of its own.
  await setCode(SAFE_DEPLOYER, await getCode(CREATE2_DEPLOYER))
  for (const { bytecode } of [safeL2, safeProxyFactory, multiSendCallOnly]) {
    await send({ to: SAFE_DEPLOYER, data: concatHex([zeroHash, bytecode as Hex]) })
  }

  const { module, moduleSetup } = SMART_ACCOUNT_CONTRACTS
  const built: readonly (readonly [Address, Hex])[] = [
    [module, concatHex([safe4337Module.bytecode as Hex, pad(SMART_ACCOUNT_CONTRACTS.entryPoint)])],
    [moduleSetup, safeModuleSetup.bytecode as Hex],
  ]
  for (const [address, data] of built) {
    await send({ data })
    await setCode(address, await getCode(lastDeployed()))
  }
}
