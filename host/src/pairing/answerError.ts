import { isModalError, ModalError } from '@portico/contracts'
import { isRejection } from '../chains/walletErrors.ts'

/** WalletConnect's codes for a wallet that declines the proposal, the networks, the methods or the events. */
const DECLINED = [5000, 5001, 5002, 5003]
/** The codes for a wallet that cannot serve the networks or the family. */
const UNSUPPORTED = [5100, 5104]

/** Why a wallet has not agreed to pair. `cause` is the wallet's answer as the client reports it: an error or a text. */
export function answerError(cause: unknown): ModalError {
  if (isModalError(cause)) return cause
  const { code, message } = typeof cause === 'string' ? { code: undefined, message: cause } : read(cause)
  if (DECLINED.includes(code as number) || isRejection({ code, message })) {
    return new ModalError('connection.rejected', { cause })
  }
  if (UNSUPPORTED.includes(code as number)) return new ModalError('connection.chainsUnsupported', { cause })
  if (/expired/i.test(String(message))) return new ModalError('pairing.expired', { cause })
  return new ModalError('connection.failed', { cause })
}

function read(error: unknown): { code?: unknown; message?: unknown } {
  return typeof error === 'object' && error !== null ? (error as { code?: unknown; message?: unknown }) : {}
}
