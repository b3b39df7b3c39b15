import {
  type AccountType,
  type ChainNamespace,
  type Connection,
  type ConnectionAccount,
  ModalError,
  parseCaipNetworkId,
} from '@portico/contracts'
import type { Answer } from '@portico/contracts/embeddedWallet/answers'
import { AUTH_ID } from './types.ts'

export type User = Pick<Answer<'GET_USER'>, 'address' | 'chainId' | 'accounts' | 'preferredAccountType'>

interface Wanted {
  readonly namespace: ChainNamespace
  readonly preferred: AccountType | undefined
  /** The login's id. */
  readonly session: string
  /** The provider's name. */
  readonly name: string
}

/**
 * Converts the signed-in user to a connection, the wallet's active account first. If the wallet has not switched to the
 * account type that the page prefers, as on a network without smart accounts, the accounts of that type are left out,
 * so that the active account stays first.
 * @throws ModalError `connection.failed` when the wallet has answered for another family
 */
export function toConnection(user: User, { namespace, preferred, session, name }: Wanted): Connection {
  const { address, chainId, accounts = [], preferredAccountType } = user
  if (parseCaipNetworkId(chainId).namespace !== namespace) {
    throw new ModalError('connection.failed', { details: { reason: 'an account of another family', namespace } })
  }
  const isActive = (account: ConnectionAccount) => account.address.toLowerCase() === address.toLowerCase()
  const type = accounts.find(isActive)?.type ?? (accounts.length ? undefined : preferredAccountType)
  const active: ConnectionAccount = { address, ...(type && { type }) }
  const others = accounts.filter((account) => !isActive(account) && (account.type !== preferred || type === preferred))
  return { connectorId: AUTH_ID, accounts: [active, ...others], caipNetworkId: chainId, session, wallet: { name } }
}
