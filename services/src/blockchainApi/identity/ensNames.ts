import {
  type Address,
  BaseError,
  type Client,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  isAddress,
} from 'viem'
import { getEnsName, getEnsText } from 'viem/actions'
import { normalize } from 'viem/ens'
import { ServiceError } from '../../http/errors.ts'
import type { Chains } from '../chains.ts'
import { type WatchedNode, watchNode } from '../names/watchNode.ts'
import { avatarAddress } from './avatarAddress.ts'
import type { NameSource } from './nameSource.ts'

/** The chain on which ENS names are registered. */
export const ETHEREUM = 'eip155:1'

/** The address in ENSIP-23; see https://docs.ens.domains/learn/deployments */
const universalResolverAddress: Address = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/** Whether the chain itself refused: the record is missing, does not resolve back to the address, or is off-chain. */
const isNo = (error: unknown) =>
  error instanceof BaseError &&
  error.walk(
    (cause) => cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError,
  ) !== null

/** Whether a name is in the normal form of ENSIP-15. In any other spelling, it only looks like the real name. */
function isNormal(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

/** The universal resolver also resolves the name, and reverts if the name does not belong to the address. */
async function nameOf({ client, isOut }: WatchedNode, address: Address): Promise<string | undefined> {
  try {
    const name = await getEnsName(client, { address, universalResolverAddress })
    return name && isNormal(name) ? name : undefined
  } catch (error) {
    if (!isOut() && isNo(error)) return undefined
    throw new ServiceError('upstream.unavailable')
  }
}

/** Ignores failures, because a name is useful even without its picture. */
async function avatarOf(client: Client, name: string): Promise<string | undefined> {
  const record = await getEnsText(client, { name, key: 'avatar', universalResolverAddress }).catch(() => null)
  return record ? avatarAddress(record) : undefined
}

/** The primary names of ENS, read from Ethereum nodes. */
export const ensNames = (chains: Chains, patienceMs?: number): NameSource => ({
  async find(address) {
    if (!isAddress(address, { strict: false })) return undefined
    const node = watchNode(chains.evm(ETHEREUM), patienceMs)
    const name = await nameOf(node, address)
    return name ? { name, avatar: await avatarOf(node.client, name) } : undefined
  },
})
