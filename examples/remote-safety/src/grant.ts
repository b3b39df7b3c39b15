/** Something that the account has allowed somebody else to do. Plain data, because views pass it on. */
export interface Grant {
  /** The same for the same permission at each reading. */
  readonly id: string
  /**
   * - `token`: an ERC-20 approval; `permit2`: the same, given inside Permit2
   * - `nft`: one NFT; `nfts`: all NFTs of a collection, now and later
   * - `delegation`: code that acts as the account itself (EIP-7702)
   * - `delegate`: a Solana token account's delegate
   */
  readonly kind: 'token' | 'permit2' | 'nft' | 'nfts' | 'delegation' | 'delegate'
  /** Who may do it: an address. */
  readonly spender: string
  /** The spender's name in a list that no site can change. */
  readonly spenderName?: string
  /** True when the holder of a private key is the spender, false for a contract. Absent when that could not be read. */
  readonly isPerson?: boolean
  /** The contract of the token or collection, or the token's mint on Solana. */
  readonly token?: string
  /** Absent when the token does not say it. */
  readonly symbol?: string
  /** Absent when the token does not say it, and for NFTs. */
  readonly decimals?: number
  /** A whole number, in the token's smallest unit. */
  readonly amount?: string
  readonly isUnlimited?: boolean
  /** What could be taken now: the smaller of amount and balance. Absent when the balance could not be read. */
  readonly atRisk?: string
  /** The price of one token in US dollars, as a decimal number. Absent when unknown. */
  readonly price?: string
  /** `nft`: the NFT's number. */
  readonly tokenId?: string
  /** Milliseconds since 1970. Absent when unknown. */
  readonly givenAt?: number
  /** Milliseconds since 1970. Absent when it does not expire. */
  readonly expiresAt?: number
  /** `delegate`: the token account, and the program that it belongs to. */
  readonly tokenAccount?: string
  readonly program?: string
}

/**
 * What could not be read, so that nothing is known about it. `older`: approvals from before `block`; `details`: `count`
 * approvals were found, but the network did not confirm them; `delegation`: the account's own code; `program`: the
 * token accounts of one of Solana's two programs.
 */
export type Gap =
  | { readonly type: 'older'; readonly block: bigint }
  | { readonly type: 'details'; readonly count: number }
  | { readonly type: 'delegation' }
  | { readonly type: 'program' }

export interface Reading {
  readonly grants: readonly Grant[]
  /** Empty when everything was read. */
  readonly gaps: readonly Gap[]
}
