import type { Address, Hash } from 'viem'

/** Of the coin, of a token, or of one collectible. */
export interface Movement {
  readonly from: Address
  readonly to: Address
  /** Absent: the coin. */
  readonly token?: Address
  readonly amount: bigint
  /** Of a collectible; of an ERC-1155 there may be several. */
  readonly tokenId?: bigint
}

/** What one transaction did, as far as its receipt says. */
export interface Activity {
  readonly hash: Hash
  readonly blockNumber: bigint
  readonly transactionIndex: number
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly from: Address
  /** Absent: it made a contract. */
  readonly to: Address | undefined
  readonly created: Address | undefined
  readonly nonce: number
  readonly isFailed: boolean
  /** It is in no block yet: what stands here of a block is made up. */
  readonly isPending?: boolean
  /** Empty when it failed: then nothing moved. */
  readonly movements: readonly Movement[]
  /** Who let somebody else spend, or took it back. */
  readonly approvals: readonly Address[]
  /** The first four bytes of what the contract was told. */
  readonly selector: string
  readonly value: bigint
}

/** Everybody whose history it belongs to. */
export function partiesOf({ from, to, movements, approvals }: Activity): ReadonlySet<Address> {
  const moved = movements.flatMap((movement) => [movement.from, movement.to])
  return new Set([from, ...(to ? [to] : []), ...moved, ...approvals])
}
