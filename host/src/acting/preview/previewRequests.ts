import { addErrors, type ChainNamespace, type Connection, ModalError, selectConnection } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import type { PreviewRequest } from '@portico/contracts/preview'
import { findLive } from '../../connections/liveConnections.ts'
import { AUTH_ID } from '../../embeddedWallet/types.ts'
import type { HostServices } from '../../hostServices.ts'
import { bitcoinMethods } from './bitcoinMethods.ts'
import { type Look, ProviderRpcError, rpcMethods } from './evmMethods.ts'
import { createRequestQueue, type PreviewWindow } from './requestQueue.ts'
import { solanaMethods } from './solanaMethods.ts'
import { type Method, withMethods } from './withMethods.ts'

/** EIP-1193 codes: the visitor has declined; no account is connected. */
const [USER_REJECTED, UNAUTHORIZED] = [4001, 4100]

const METHODS: Partial<Record<ChainNamespace, (provider: object, look: Look) => Readonly<Record<string, Method>>>> = {
  eip155: rpcMethods,
  // The provider of a site's own adapter may speak JSON-RPC in this family too.
  solana: (provider, look) => ({ ...rpcMethods(provider, look), ...solanaMethods(provider, look) }),
  bip122: (provider, look) => ({ ...rpcMethods(provider, look), ...bitcoinMethods(provider, look) }),
}

const declined = (namespace: ChainNamespace) =>
  namespace === 'eip155'
    ? new ProviderRpcError(USER_REJECTED, 'The visitor has declined the request')
    : new ModalError('connection.requestRejected')

const notConnected = (namespace: ChainNamespace) =>
  namespace === 'eip155'
    ? new ProviderRpcError(UNAUTHORIZED, 'The wallet is not connected')
    : new ModalError('connection.requestFailed', { details: { reason: 'not connected' } })

const isNamed = (params: unknown, address: string) =>
  JSON.stringify(params ?? null)
    .toLowerCase()
    .includes(address.toLowerCase())

/** The connection's account that the request names, or else the active account. */
const signerOf = ({ accounts: [first, ...more] }: Connection, { params }: PreviewRequest) =>
  [first, ...more].find((account) => account && isNamed(params, account.address))?.address ?? first?.address ?? ''

/** Shows each request of the site before the wallet gets it. The embedded wallet shows its own requests. */
export function previewRequests({ services, ...window }: PreviewWindow & { readonly services: HostServices }): void {
  if (services.requestPreview?.queue) return
  addErrors(actingErrors)
  const { queue, ask } = createRequestQueue(window)
  const known = new WeakMap<object, object>()
  const state = () => window.store.getState()

  const look =
    (namespace: ChainNamespace, connectorId: string): Look =>
    async (request) => {
      const live = findLive(state(), namespace, connectorId)
      if (!live) throw notConnected(namespace)
      const account = signerOf(live, request)
      if (!(await ask({ request, account, caipNetworkId: live.caipNetworkId }))) throw declined(namespace)
    }

  services.requestPreview = {
    queue,
    load: async () => {},
    shown(provider, namespace) {
      const methods = METHODS[namespace]
      const isObject = (typeof provider === 'object' && provider !== null) || typeof provider === 'function'
      const connectorId = selectConnection(state(), namespace)?.connectorId
      if (!methods || !isObject || connectorId === undefined || connectorId === AUTH_ID) return provider
      const there = known.get(provider) ?? withMethods(provider, methods(provider, look(namespace, connectorId)))
      known.set(provider, there)
      return there
    },
  }
}
