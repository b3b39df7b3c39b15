import type { SessionTypes } from '@walletconnect/types'
import { familyOf } from '../families/families.ts'
import type { Prepared, WalletControls } from '../families/family.ts'
import { namespaceOf } from '../networks.ts'
import { unauthorized, unsupportedChains } from '../requestError.ts'
import { sessionAccounts } from './changeSession.ts'

export interface SiteRequest {
  readonly networkId: string
  readonly method: string
  readonly params: unknown
}

/**
 * Validates and describes a session's request.
 * @throws RequestError if the session, the family or the parameters do not allow it
 */
export function prepareRequest(
  session: SessionTypes.Struct | undefined,
  { networkId, method, params }: SiteRequest,
  wallet: WalletControls,
): Prepared {
  if (!session) throw unauthorized()
  const accounts = sessionAccounts(session, networkId)
  if (!namespaceOf(networkId) || accounts.length === 0) throw unsupportedChains()
  const network = wallet.knows(networkId) ?? { id: networkId, name: networkId }
  return familyOf(networkId).prepare({ method, params, network, accounts, wallet })
}
