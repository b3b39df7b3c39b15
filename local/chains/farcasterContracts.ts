export interface FarcasterAccount {
  /** The account's number at Farcaster. */
  readonly fid: number
  readonly userName: string
  /** The owner's account number in the development mnemonic. */
  readonly custody: number
  /** The account number of a second address that may sign in for the account. */
  readonly authAddress?: number
}

/** Accounts 3 to 7 of the development mnemonic. */
export const FARCASTER_ACCOUNTS: readonly FarcasterAccount[] = [
  { fid: 101, userName: 'ada', custody: 3 },
  { fid: 102, userName: 'grace', custody: 4, authAddress: 5 },
  { fid: 103, userName: 'hedy', custody: 6 },
  { fid: 104, userName: 'joan', custody: 7 },
]
