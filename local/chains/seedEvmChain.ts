import { setTimeout as wait } from 'node:timers/promises'
import {
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  parseEther,
  parseUnits,
  publicActions,
  walletActions,
} from 'viem'
import multicall3 from './artifacts/Multicall3.json' with { type: 'json' }
import testNft from './artifacts/TestNft.json' with { type: 'json' }
import testToken from './artifacts/TestToken.json' with { type: 'json' }
import { DEPLOYER, DEVELOPMENT_ADDRESSES, LOCAL_NFT, LOCAL_TOKENS, MULTICALL3_ADDRESS } from './evmContracts.ts'
import { LOCAL_SAFE } from './safeContracts.ts'
import { seedFarcaster } from './seedFarcaster.ts'
import { seedSafe } from './seedSafe.ts'
import { type SeededChain, seedSmartAccounts } from './seedSmartAccounts.ts'
import { seedUniswap } from './seedUniswap.ts'

const POLL_MS = 5
/** As many attempts as take half a minute on a busy machine. */
const ATTEMPTS_MAX = 3_000

/**
 * Deploys the contracts of `evmContracts.ts`, `safeContracts.ts`, `uniswapContracts.ts`, `smartAccountContracts.ts` and
 * `farcasterContracts.ts` to a fresh anvil chain. Append new contracts at the end, so that earlier addresses stay the
 * same.
 * @throws Error if a transaction is refused or reverts
 */
export async function seedEvmChain(rpcUrl: string) {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
    .extend(walletActions)
    .extend(publicActions)
  let nonce = 0
  /** Resolves when the transaction is in a block: anvil answers before it mines. */
  const send = async (transaction: { to?: Hex; data: Hex; value?: bigint }) => {
    const hash = await client.sendTransaction({ account: DEPLOYER, chain: null, nonce: nonce++, ...transaction })
    // viem's own wait misses a block mined between its requests, and no other block follows here.
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
      if (receipt?.status === 'success') return
      if (receipt) throw new Error(`A transaction of the seed has reverted: ${hash}`)
      await wait(POLL_MS)
    }
    throw new Error(`A transaction of the seed was not mined: ${hash}`)
  }

  await client.setCode({ address: MULTICALL3_ADDRESS, bytecode: multicall3.runtimeBytecode as Hex })

  for (const { name, symbol, decimals } of LOCAL_TOKENS) {
    const { abi, bytecode } = testToken
    await send({ data: encodeDeployData({ abi, bytecode: bytecode as Hex, args: [name, symbol, decimals] }) })
  }
  const { abi, bytecode } = testNft
  await send({ data: encodeDeployData({ abi, bytecode: bytecode as Hex, args: [LOCAL_NFT.name, LOCAL_NFT.symbol] }) })

  for (const [index, owner] of DEVELOPMENT_ADDRESSES.entries()) {
    for (const { address, decimals, owned } of LOCAL_TOKENS) {
      const amount = parseUnits(String(owned[index]), decimals)
      await send({
        to: address,
        data: encodeFunctionData({ abi: testToken.abi, functionName: 'mint', args: [owner, amount] }),
      })
    }
    for (let count = 0; count < (LOCAL_NFT.owned[index] ?? 0); count++) {
      await send({ to: LOCAL_NFT.address, data: encodeFunctionData({ abi, functionName: 'mint', args: [owner] }) })
    }
  }

  await seedSafe(send)
  await client.setBalance({ address: LOCAL_SAFE.address, value: parseEther('100') })

  await seedUniswap(send)

  const chain: SeededChain = {
    send,
    getCode: async (address) => (await client.getCode({ address })) ?? '0x',
    setCode: (address, bytecode) => client.setCode({ address, bytecode }),
    lastDeployed: () => getContractAddress({ from: DEPLOYER, nonce: BigInt(nonce - 1) }),
  }
  await seedSmartAccounts(chain)
  await seedFarcaster(chain)
}
