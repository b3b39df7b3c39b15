import { FARCASTER_CONTRACTS } from '@portico/services/login/farcaster/registries'
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import idRegistry from './artifacts/TestIdRegistry.json' with { type: 'json' }
import keyRegistry from './artifacts/TestKeyRegistry.json' with { type: 'json' }
import { FARCASTER_ACCOUNTS } from './farcasterContracts.ts'
import type { SeededChain } from './seedSmartAccounts.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'

/** An account of the development mnemonic. */
export const developmentAccount = (index: number) => mnemonicToAccount(MNEMONIC, { addressIndex: index })

/** Farcaster's numbers for a key: of the type "address that may sign in", and in the state "added". */
const AUTH_ADDRESS = 2
const ADDED = 1

/**
 * Deploys the parts of Farcaster's registries that sign-in needs to their addresses on OP Mainnet, and registers a few
 * people.
 */
export async function seedFarcaster({ send, getCode, setCode, lastDeployed }: SeededChain): Promise<void> {
  const places: readonly (readonly [Address, string])[] = [
    [FARCASTER_CONTRACTS.idRegistry, idRegistry.bytecode],
    [FARCASTER_CONTRACTS.keyRegistry, keyRegistry.bytecode],
  ]
  for (const [address, bytecode] of places) {
    await send({ data: bytecode as Hex })
    await setCode(address, await getCode(lastDeployed()))
  }
  for (const { fid, custody, authAddress } of FARCASTER_ACCOUNTS) {
    const args = [developmentAccount(custody).address, BigInt(fid)]
    const { abi } = idRegistry
    await send({
      to: FARCASTER_CONTRACTS.idRegistry,
      data: encodeFunctionData({ abi, functionName: 'register', args }),
    })
    if (authAddress === undefined) continue
    const key = encodeAbiParameters([{ type: 'address' }], [developmentAccount(authAddress).address])
    const data = encodeFunctionData({
      abi: keyRegistry.abi,
      functionName: 'set',
      args: [BigInt(fid), key, AUTH_ADDRESS, ADDED],
    })
    await send({ to: FARCASTER_CONTRACTS.keyRegistry, data })
  }
}
