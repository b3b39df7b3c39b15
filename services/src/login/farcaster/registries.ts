import { type Address, createPublicClient, encodeAbiParameters, http, parseAbi } from 'viem'
import { unavailable } from '../social/failure.ts'

/** On OP Mainnet: https://docs.farcaster.xyz/reference/contracts/deployments */
export const FARCASTER_CONTRACTS = {
  idRegistry: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  keyRegistry: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const satisfies Record<string, Address>

const idAbi = parseAbi(['function idOf(address owner) view returns (uint256)'])
const keyAbi = parseAbi([
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType) data)',
])

/** Of a key: that it is there, and that it is an address which may sign in. */
const ADDED = 1
const AUTH_ADDRESS = 2

const RPC_WAIT_MS = 8_000

/** Whether an address may sign in for an account of Farcaster. @throws SocialFailure `unavailable` */
export type MaySignIn = (address: Address, fid: bigint) => Promise<boolean>

/** The registries know: its owner may, and each address that the owner has named for it. */
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
      // Nobody has number 0: it says that there is none.
      if (owned !== 0n && owned === fid) return true
      const { state, keyType } = await client.readContract({
        address: FARCASTER_CONTRACTS.keyRegistry,
        abi: keyAbi,
        functionName: 'keyDataOf',
        args: [fid, encodeAbiParameters([{ type: 'address' }], [address])],
      })
      return state === ADDED && keyType === AUTH_ADDRESS
    } catch {
      // Not the cause: it names the node, and that may have a key in it.
      throw unavailable('registries')
    }
  }
}
