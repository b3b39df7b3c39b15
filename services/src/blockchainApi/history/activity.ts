import type { Address, Hash } from 'viem'

/** A transfer of the coin, a token or a collectible. */
export interface Movement {
  readonly from: Address
  readonly to: Address
  /** If absent, the coin was transferred. */
  readonly token?: Address
  readonly amount: bigint
  /** The id of a collectible. With ERC-1155, the amount may be more than one. */
  readonly tokenId?: bigint
}

/** What one transaction did, according to its receipt. */
export interface Activity {
  readonly hash: Hash
  readonly blockNumber: bigint
  readonly transactionIndex: number
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly from: Address
  /** If absent, the transaction created a contract. */
  readonly to: Address | undefined
  readonly created: Address | undefined
  readonly nonce: number
  readonly isFailed: boolean
  /** The transaction is not in a block yet, and the fields about its block are placeholders. */
  readonly isPending?: boolean
  /** Empty if the transaction failed. */
  readonly movements: readonly Movement[]
  /** The owners who granted or revoked an allowance. */
  readonly approvals: readonly Address[]
  /** The first four bytes of the calldata. */
  readonly selector: string
  readonly value: bigint
}

/** All addresses whose history contains the activity. */
export function partiesOf({ from, to, movements, approvals }: Activity): ReadonlySet<Address> {
  const moved = movements.flatMap((movement) => [movement.from, movement.to])
  return new Set([from, ...(to ? [to] : []), ...moved, ...approvals])
}
