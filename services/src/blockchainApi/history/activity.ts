import type { Address, Hash } from 'viem'

/** A transfer of the coin, a token or a collectible. */
export interface Movement {
  readonly from: Address
  readonly to: Address
  /** Absent: the coin. */
  readonly token?: Address
  readonly amount: bigint
  /** Set for a collectible; an ERC-1155 movement may hold several. */
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
  /** Absent: the transaction created a contract. */
  readonly to: Address | undefined
  readonly created: Address | undefined
  readonly nonce: number
  readonly isFailed: boolean
  /** Not yet in a block: the block fields are placeholders. */
  readonly isPending?: boolean
  /** Empty if the transaction failed. */
  readonly movements: readonly Movement[]
  /** Owners who granted or revoked an allowance. */
  readonly approvals: readonly Address[]
  /** The first four bytes of the call data. */
  readonly selector: string
  readonly value: bigint
}

/** Everyone whose history contains the activity. */
export function partiesOf({ from, to, movements, approvals }: Activity): ReadonlySet<Address> {
  const moved = movements.flatMap((movement) => [movement.from, movement.to])
  return new Set([from, ...(to ? [to] : []), ...moved, ...approvals])
}
