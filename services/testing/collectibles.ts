import describedNft from '@portico/local/chains/artifacts/TestDescribedNft.json' with { type: 'json' }
import multiToken from '@portico/local/chains/artifacts/TestMultiToken.json' with { type: 'json' }
import testNft from '@portico/local/chains/artifacts/TestNft.json' with { type: 'json' }
import {
  type Address,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  publicActions,
  walletActions,
} from 'viem'
import { mined } from './mined.ts'

/** Deploys contracts for collectibles on an anvil chain; anyone can mint. */
export async function deployCollectibles(rpcUrl: string, deployer: Address) {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)

  const send = async (transaction: { to?: Address; data: Hex }, account: Address = deployer) =>
    mined(client, await client.sendTransaction({ account, chain: null, ...transaction }))

  async function deploy({ abi, bytecode }: { abi: unknown[]; bytecode: string }, args: readonly string[]) {
    const data = encodeDeployData({ abi: abi as typeof testNft.abi, bytecode: bytecode as Hex, args })
    const { contractAddress } = await send({ data })
    if (!contractAddress) throw new Error('There is no contract')
    return getAddress(contractAddress)
  }

  const single = await deploy(describedNft, ['Described', 'DSC'])
  const multi = await deploy(multiToken, ['Many'])

  return {
    client,
    send,
    /** An ERC-721 contract with metadata for each token. */
    single,
    /** An ERC-1155 contract. */
    multi,
    mintSingle: (to: Address, id: bigint, where: string) =>
      send({
        to: single,
        data: encodeFunctionData({ abi: describedNft.abi, functionName: 'mint', args: [to, id, where] }),
      }),
    mintMulti: (to: Address, ids: readonly bigint[], amounts: readonly bigint[]) =>
      send({
        to: multi,
        data: encodeFunctionData({
          abi: multiToken.abi,
          ...(ids.length === 1
            ? { functionName: 'mint', args: [to, ids[0], amounts[0]] }
            : { functionName: 'mintBatch', args: [to, ids, amounts] }),
        }),
      }),
    describeMulti: (id: bigint, where: string) =>
      send({
        to: multi,
        data: encodeFunctionData({ abi: multiToken.abi, functionName: 'describe', args: [id, where] }),
      }),
    /** Sends an ERC-721 token. */
    sendSingle: (from: Address, to: Address, contract: Address, id: bigint) =>
      send(
        {
          to: contract,
          data: encodeFunctionData({ abi: testNft.abi, functionName: 'transferFrom', args: [from, to, id] }),
        },
        from,
      ),
    sendMulti: (from: Address, to: Address, id: bigint, amount: bigint) =>
      send(
        {
          to: multi,
          data: encodeFunctionData({
            abi: multiToken.abi,
            functionName: 'safeTransferFrom',
            args: [from, to, id, amount, '0x'],
          }),
        },
        from,
      ),
  }
}

export type Collectibles = Awaited<ReturnType<typeof deployCollectibles>>
