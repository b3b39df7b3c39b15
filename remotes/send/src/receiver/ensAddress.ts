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

/** Asks a node of Ethereum. */
type AskEthereum = (method: string, params: readonly unknown[]) => Promise<unknown>

/** What a node has answered with an error, as viem reads it: with its code, and the data of what has reverted. */
function asNodes(error: unknown): unknown {
  if (!isModalError(error) || error.code !== 'node.refused') return error
  const { code, data, reason } = error.details
  return Object.assign(new Error(String(reason)), { code, data })
}

/** ERC-3668: `OffchainLookup`. The contract does not know, and names a server that does. */
const OFFCHAIN_LOOKUP = '0x556f1830'

/** The contract's own "no", or a network on which it is not. A server elsewhere that may know is none. */
const isNo = (error: unknown) =>
  error instanceof BaseError &&
  error.walk(
    (cause) =>
      (cause instanceof ContractFunctionRevertedError && !cause.raw?.startsWith(OFFCHAIN_LOOKUP)) ||
      cause instanceof ContractFunctionZeroDataError,
  ) !== null

/**
 * ENSIP-11: the address for this chain, else the one for Ethereum. Undefined: the name has none, or is written in a way that
 * no name is (ENSIP-15).
 * @throws where no node could be asked, and where only a server that the name's contract has chosen could say it: that server
 *   would hear of whoever looks the name up (ERC-3668)
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
