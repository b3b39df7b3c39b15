import { type Connection, type ConnectionChange, isModalError, ModalError } from '@portico/contracts'
import { toHexChainId } from '@portico/contracts/embeddedWallet/chainIds'
import { FRAME_FAILURES } from '@portico/contracts/embeddedWallet/failures'
import type { Eip1193Provider } from '../chains/eip155/provider.ts'
import { createListeners } from './listeners.ts'
import type { RpcArguments, RpcGate } from './rpcGate.ts'

interface Events {
  connect: { readonly chainId: string }
  disconnect: Error
  chainChanged: string
  accountsChanged: readonly string[]
}

/** EIP-1193 and EIP-1474: what our codes are for whoever only knows those. */
const CODES: Readonly<Record<string, number>> = {
  'connection.requestRejected': FRAME_FAILURES.rejected.code,
  'frame.methodNotAllowed': FRAME_FAILURES.methodNotAllowed.code,
  'chain.unsupported': FRAME_FAILURES.chainUnsupported.code,
}

/** What a site gets to see of an error: one with a number, as every wallet's provider throws it. */
function providerError(error: unknown): Error {
  const known = isModalError(error) ? error : new ModalError('connection.requestFailed', { cause: error })
  const said = known.details.code
  const code = CODES[known.code] ?? (typeof said === 'number' ? said : FRAME_FAILURES.internal.code)
  return Object.assign(new Error(known.message, { cause: known }), { code })
}

export interface EmbeddedProvider extends Required<Eip1193Provider> {
  /** The wallet has told of a change, or of its end. */
  hear(change: ConnectionChange): void
}

/** What `getProvider` gives the site for the EVM accounts of the embedded wallet (EIP-1193). */
export function createEip155Provider(
  gate: Pick<RpcGate, 'request'>,
  connection: () => Connection | undefined,
): EmbeddedProvider {
  const listeners = createListeners<Events>()

  return {
    async request(asked) {
      try {
        if (!connection()) throw new ModalError('connection.requestFailed', { details: FRAME_FAILURES.notConnected })
        return await gate.request(asked as RpcArguments, 'eip155')
      } catch (error) {
        throw providerError(error)
      }
    },
    on: (event, listener) => listeners.add(event as keyof Events, listener as never),
    removeListener: (event, listener) => listeners.remove(event as keyof Events, listener as never),
    hear(change) {
      if (change.type === 'accounts') {
        listeners.tell(
          'accountsChanged',
          change.accounts.slice(0, 1).map(({ address }) => address),
        )
      } else if (change.type === 'network') {
        const chainId = toHexChainId(change.caipNetworkId)
        if (chainId) listeners.tell('chainChanged', chainId)
      } else if (change.type === 'disconnected') {
        listeners.tell('accountsChanged', [])
        listeners.tell(
          'disconnect',
          providerError(new ModalError('connection.requestFailed', { details: { code: 4900 } })),
        )
      }
    },
  }
}
