import { type Address, createPublicClient, encodeAbiParameters, http, parseAbi } from 'viem'
import { unavailable } from '../social/failure.ts'

/** Farcaster's contracts on OP Mainnet: https://docs.farcaster.xyz/reference/contracts/deployments */
export const FARCASTER_CONTRACTS = {
  idRegistry: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  keyRegistry: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const satisfies Record<string, Address>

const idAbi = parseAbi(['function idOf(address owner) view returns (uint256)'])
const keyAbi = parseAbi([
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType) data)',
])

/** `ADDED` is an existing key's state; `AUTH_ADDRESS` is the type of a key that is an address with sign-in rights. */
const ADDED = 1
const AUTH_ADDRESS = 2

const RPC_WAIT_MS = 8_000

/** Whether an address may sign in for a Farcaster account. @throws SocialFailure `unavailable` */
export type MaySignIn = (address: Address, fid: bigint) => Promise<boolean>

/** Asks the registries. The account's owner may sign in, and so may every address that the owner has authorized. */
export function createMaySignIn(rpcUrl: string): MaySignIn {
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: RPC_WAIT_MS, retryCount: 1 }) })
  return async (address, fid) => {
    try {
      const owned = await client.readContract({
        address: FARCASTER_CONTRACTS.idRegistry,
        abi: idAbi,
        functionName: 'idOf',
        args: [address],
      })
      // 0 means that the address owns no account.
      if (owned !== 0n && owned === fid) return true
      const { state, keyType } = await client.readContract({
        address: FARCASTER_CONTRACTS.keyRegistry,
        abi: keyAbi,
        functionName: 'keyDataOf',
        args: [fid, encodeAbiParameters([{ type: 'address' }], [address])],
      })
      return state === ADDED && keyType === AUTH_ADDRESS
    } catch {
      // The cause is left out: it names the node, whose URL may contain a key.
      throw unavailable('registries')
    }
  }
}
