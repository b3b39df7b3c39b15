import { isModalError } from '@portico/contracts'
import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createClient,
  custom,
  defineChain,
} from 'viem'
import { getEnsAddress } from 'viem/actions'
import { normalize, toCoinType } from 'viem/ens'
import type { NamedAddress } from './resolveName.ts'

/** ENSIP-23; https://docs.ens.domains/learn/deployments */
const universalResolverAddress = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/** SLIP-44. */
const ETHEREUM_COIN = 60n

const ethereum = defineChain({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

/** An RPC call to an Ethereum node. */
type AskEthereum = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Converts a node's error to the form viem reads, with code and revert data. */
function asNodes(error: unknown): unknown {
  if (!isModalError(error) || error.code !== 'node.refused') return error
  const { code, data, reason } = error.details
  return Object.assign(new Error(String(reason)), { code, data })
}

/** ERC-3668: `OffchainLookup`. The contract refers to a server for the answer. */
const OFFCHAIN_LOOKUP = '0x556f1830'

/** Whether the contract said no or does not exist on this network. A referral to a server is not a no. */
const isNo = (error: unknown) =>
  error instanceof BaseError &&
  error.walk(
    (cause) =>
      (cause instanceof ContractFunctionRevertedError && !cause.raw?.startsWith(OFFCHAIN_LOOKUP)) ||
      cause instanceof ContractFunctionZeroDataError,
  ) !== null

/**
 * ENSIP-11: the name's address for this chain, or else its address for Ethereum. Undefined if the name has neither or
 * is invalid (ENSIP-15).
 * @throws if no node could be asked, and if only a server chosen by the name's contract has the answer: that server
 *   would learn who looks the name up (ERC-3668)
 */
export async function ensAddress(name: string, chainId: number, ask: AskEthereum): Promise<NamedAddress | undefined> {
  let normal: string
  try {
    normal = normalize(name)
  } catch {
    return undefined
  }
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    try {
      return await ask(method, params)
    } catch (error) {
      throw asNodes(error)
    }
  }
  const transport = custom({ request } as never, { retryCount: 0 })
  const client = createClient({ chain: ethereum, transport, ccipRead: false })
  const find = async (coinType: bigint) => {
    try {
      return await getEnsAddress(client, { name: normal, coinType, universalResolverAddress })
    } catch (error) {
      if (isNo(error)) return null
      throw error
    }
  }
  const own = await find(toCoinType(chainId))
  if (own) return { address: own }
  const usual = chainId === 1 ? null : await find(ETHEREUM_COIN)
  return usual ? { address: usual, isOfEthereum: true } : undefined
}
