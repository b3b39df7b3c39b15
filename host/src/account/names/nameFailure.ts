import { isModalError } from '@portico/contracts'
import { REGISTRATION_TOLERANCE_S } from '@portico/contracts/services/names'

/** Why a name was not registered, in terms of what the visitor can do about it. */
export type NameFailure = 'taken' | 'rejected' | 'slow' | 'clock' | 'signature' | 'network' | 'failed'

const BY_CODE: Readonly<Record<string, NameFailure>> = {
  'name.taken': 'taken',
  'signature.wrong': 'signature',
  'connection.requestRejected': 'rejected',
  'frame.requestAborted': 'rejected',
  'chain.unsupported': 'network',
}

/** Classifies what `registerName` throws. An expired timestamp means slow signing or a wrong clock. */
export function nameFailure(error: unknown): NameFailure {
  if (!isModalError(error)) return 'failed'
  const { code = error.code, waitedS } = error.details
  if (code === 'name.expired') return Number(waitedS) >= REGISTRATION_TOLERANCE_S ? 'slow' : 'clock'
  return BY_CODE[String(code)] ?? BY_CODE[error.code] ?? 'failed'
}
