import type { SIWXMessageData } from '@portico/contracts'
import { isSameAccount } from './account.ts'

/** What decides whether a session counts. Statement and resources may be reworded by a wallet that adds what it granted. */
const DECISIVE = ['domain', 'nonce', 'issuedAt', 'expirationTime', 'notBefore'] as const

/** Whether the signed text (read again) carries the data that is claimed for it. */
export const saysTheSame = (signed: SIWXMessageData, claimed: SIWXMessageData): boolean =>
  isSameAccount(signed, claimed.chainId, claimed.accountAddress) &&
  DECISIVE.every((name) => signed[name] === claimed[name])
