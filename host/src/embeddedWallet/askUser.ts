import { type ChainNamespace, type Connection, ModalError, type Network } from '@portico/contracts'
import { EMBEDDED_ACCOUNT_TYPES, type EmbeddedAccountType } from '@portico/contracts/embeddedWallet/accounts'
import { toWireChainId } from '@portico/contracts/embeddedWallet/chainIds'
import { preferredAccountType } from '../connections/accountTypes.ts'
import type { Ask } from './frameBridge.ts'
import type { EmbeddedSetup } from './setup.ts'
import { prepareSignIn } from './signInOnce.ts'
import { providerName, type With } from './signInWith.ts'
import { toConnection } from './toConnection.ts'

export interface UserRequest {
  readonly namespace: ChainNamespace
  readonly network: Network
  readonly by: With
  /** Whether the visitor has just identified themselves; then the site's sign-in message is sent along. */
  readonly isNew: boolean
  readonly signal?: AbortSignal | undefined
}

interface User {
  readonly email: string | undefined
  readonly userName: string | undefined
  readonly isSmartAccountDeployed: boolean | undefined
  /** @param session the login's id */
  connection(session: string): Connection
  /** Stores the site's session, if the wallet has signed the site's message. Never rejects. */
  acceptSignIn(): Promise<void>
}

const isEmbeddedType = (type: unknown): type is EmbeddedAccountType =>
  (EMBEDDED_ACCOUNT_TYPES as readonly unknown[]).includes(type)

export const rpcUrlOf = ({ walletRpcUrls: [rpcUrl] }: Network) => (rpcUrl === undefined ? {} : { rpcUrl })

async function send(
  ask: Ask,
  payload: object & { chainId: ReturnType<typeof toWireChainId> },
  { by, signal }: UserRequest,
) {
  if (by.uri === undefined) return { ...(await ask('GET_USER', payload, signal)), userName: by.userName }
  return { smartAccountDeployed: undefined, ...(await ask('CONNECT_SOCIAL', { ...payload, uri: by.uri }, signal)) }
}

/**
 * Asks the frame who is signed in.
 * @throws ModalError as a rejection: `connection.modalClosed`, `connection.failed`, `frame.*`
 */
export async function askUser(
  { store, services, ask }: Pick<EmbeddedSetup, 'store' | 'services'> & { readonly ask: Ask },
  request: UserRequest,
): Promise<User> {
  const { namespace, network, by, isNew, signal } = request
  const preferred = () => {
    const type = preferredAccountType(store.getState(), services.storage, namespace)
    return isEmbeddedType(type) ? type : undefined
  }
  // Sends the site's sign-in message along with a new login only.
  const signIn = isNew ? await prepareSignIn(services, network) : undefined
  if (signal?.aborted) throw new ModalError('connection.modalClosed')
  const type = preferred()
  const payload = {
    chainId: toWireChainId(network.caipNetworkId),
    ...(type && { preferredAccountType: type }),
    ...rpcUrlOf(network),
    ...signIn?.payload,
  }
  const found = await send(ask, payload, request)
  if (signal?.aborted) throw new ModalError('connection.modalClosed')
  const wanted = { namespace, preferred: preferred(), name: providerName(by.provider) }
  const connection = (session: string) => toConnection(found, { ...wanted, session })
  // Throws before anything is stored, because an answer for another family is no sign-in.
  connection('')
  return {
    email: found.email ?? undefined,
    userName: found.userName ?? undefined,
    isSmartAccountDeployed: found.smartAccountDeployed,
    connection,
    acceptSignIn: async () => signIn?.accept(found),
  }
}
