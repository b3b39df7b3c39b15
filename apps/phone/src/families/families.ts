import { type Namespace, namespaceOf } from '../networks.ts'
import { unsupportedChains } from '../requestError.ts'
import { ACCOUNT_COUNT } from '../state.ts'
import { bip122 } from './bip122.ts'
import { eip155 } from './eip155.ts'
import type { Family } from './family.ts'
import { solana } from './solana.ts'

export const families: Readonly<Record<Namespace, Family>> = { eip155, solana, bip122 }

/** @throws RequestError 5100 for a network of an unsupported family */
export function familyOf(networkId: string): Family {
  const namespace = namespaceOf(networkId)
  if (!namespace) throw unsupportedChains()
  return families[namespace]
}

/** CAIP-10. */
export const accountId = (networkId: string, index: number) =>
  `${networkId}:${familyOf(networkId).addressOf(index, networkId)}`

/** The account numbers of the phone's own CAIP-10 ids, in the given order. */
export function accountIndexes(networkId: string, accountIds: readonly string[]): number[] {
  const own = Array.from({ length: ACCOUNT_COUNT }, (_, index) => accountId(networkId, index).toLowerCase())
  return accountIds.map((id) => own.indexOf(id.toLowerCase())).filter((index) => index >= 0)
}
