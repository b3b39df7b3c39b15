import type { SIWXMessageData } from '@portico/contracts'
import { isSameAccount } from './account.ts'

/** The fields that decide whether a session counts. Wallets that add capabilities may reword the others. */
const DECISIVE = ['domain', 'nonce', 'issuedAt', 'expirationTime', 'notBefore'] as const

/** Whether the parsed signed text matches the data claimed for it. */
export const saysTheSame = (signed: SIWXMessageData, claimed: SIWXMessageData): boolean =>
  isSameAccount(signed, claimed.chainId, claimed.accountAddress) &&
  DECISIVE.every((name) => signed[name] === claimed[name])
