import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CaipNetworkId } from '@portico/contracts'
import { copyJson, type Json, REQUEST_BOUNDS } from '@portico/contracts/embeddedWallet/json'
import { Refused } from '../messages/channel.ts'
import { deepFreeze } from './deepFreeze.ts'

/** What is decided on, whole: the screen describes this, and what is signed is made of this and of nothing else. */
export interface Matter {
  readonly origin: string
  readonly method: string
  /** Filled in: nothing that matters is left to be found out after the visitor has read it. */
  readonly params: Json
  readonly caipNetworkId: CaipNetworkId
  /** Who signs. */
  readonly account: string
  /** Of a smart account: the user operation that carries it out. */
  readonly operation?: Json
}

/**
 * A copy of its own, frozen at every depth.
 * @throws Refused `invalidRequest` where the parameters are not JSON
 */
export function freezeMatter({ params, operation, ...rest }: Matter): Matter {
  const [copied, inside] = [copyJson(params, REQUEST_BOUNDS), copyJson(operation ?? null, REQUEST_BOUNDS)]
  if (copied === undefined || inside === undefined) throw new Refused('invalidRequest')
  return deepFreeze({ ...rest, params: copied, ...(operation !== undefined && { operation: inside }) })
}

/** The same for the same matter; another one where the least of it is another. */
export function fingerprint({ origin, method, params, caipNetworkId, account, operation = null }: Matter): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([origin, method, caipNetworkId, account, params, operation]))))
}

/** @throws Refused `internal` when this is not what was shown */
export function assertShown(matter: Matter, shown: string): void {
  if (fingerprint(matter) !== shown) throw new Refused('internal')
}
