import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CaipNetworkId } from '@portico/contracts'
import { copyJson, type Json, REQUEST_BOUNDS } from '@portico/contracts/embeddedWallet/json'
import { Refused } from '../messages/channel.ts'
import { deepFreeze } from './deepFreeze.ts'

/** Everything that the visitor decides on: the screen describes it, and the signature covers exactly that. */
export interface Matter {
  readonly origin: string
  readonly method: string
  /** The completed parameters, so that the screen shows everything that matters. */
  readonly params: Json
  readonly caipNetworkId: CaipNetworkId
  /** The signing account. */
  readonly account: string
  /** For a smart account: the user operation that carries the request out. */
  readonly operation?: Json
}

/** Copies the matter and freezes it at every depth. @throws Refused `invalidRequest` if parameters are not JSON */
export function freezeMatter({ params, operation, ...rest }: Matter): Matter {
  const [copied, inside] = [copyJson(params, REQUEST_BOUNDS), copyJson(operation ?? null, REQUEST_BOUNDS)]
  if (copied === undefined || inside === undefined) throw new Refused('invalidRequest')
  return deepFreeze({ ...rest, params: copied, ...(operation !== undefined && { operation: inside }) })
}

/** A hash of the matter: equal for equal matters, different after the slightest change. */
export function fingerprint({ origin, method, params, caipNetworkId, account, operation = null }: Matter): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([origin, method, caipNetworkId, account, params, operation]))))
}

/** @throws Refused `internal` unless this matter is the one that was shown */
export function assertShown(matter: Matter, shown: string): void {
  if (fingerprint(matter) !== shown) throw new Refused('internal')
}
