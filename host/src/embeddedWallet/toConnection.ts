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

interface Asked {
  readonly namespace: ChainNamespace
  readonly preferred: AccountType | undefined
  /** The login that it came with. */
  readonly session: string
  /** Whom the visitor has signed in with. */
  readonly name: string
}

/**
 * Whoever is signed in as a connection. The account that the wallet works with comes first, and stays there: one of the type
 * that the page prefers is left out where the wallet has not taken it, as on a network without smart accounts.
 * @throws ModalError `connection.failed` when the wallet has answered for another family
 */
export function toConnection(user: User, { namespace, preferred, session, name }: Asked): Connection {
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
