import {
  type Connection,
  type ConnectionAccount,
  type ConnectionChange,
  isModalError,
  ModalError,
} from '@portico/contracts'
import { toHexChainId } from '@portico/contracts/embeddedWallet/chainIds'
import { FRAME_FAILURES } from '@portico/contracts/embeddedWallet/failures'
import { createEmitter } from '../async/emitter.ts'
import type { Eip1193Provider } from '../chains/eip155/provider.ts'
import type { RpcArguments, RpcGate } from './rpcGate.ts'

interface Events {
  connect: { readonly chainId: string }
  disconnect: Error
  chainChanged: string
  accountsChanged: readonly string[]
}

const TRANSACTION_REJECTED = -32003
const CHAIN_DISCONNECTED = 4901

/** Our error codes as codes of EIP-1193 and EIP-1474, for callers that know only these. */
const CODES: Readonly<Record<string, number>> = {
  'connection.requestRejected': FRAME_FAILURES.rejected.code,
  'frame.methodNotAllowed': FRAME_FAILURES.methodNotAllowed.code,
  'chain.unsupported': FRAME_FAILURES.chainUnsupported.code,
  // The first five: nothing was sent (EIP-1474). The last: the network is unreachable (EIP-1193).
  'frame.notSent': TRANSACTION_REJECTED,
  'frame.fundsMissing': TRANSACTION_REJECTED,
  'frame.wouldFail': TRANSACTION_REJECTED,
  'frame.nonceTaken': TRANSACTION_REJECTED,
  'frame.feeTooLow': TRANSACTION_REJECTED,
  'frame.unreachable': CHAIN_DISCONNECTED,
}

/** All addresses, the active one first. Used for `eth_accounts` and `accountsChanged`, which must agree (EIP-1193). */
const addressesOf = (accounts: readonly ConnectionAccount[]) => accounts.map(({ address }) => address)

/** Converts an error for the site, giving it a numeric code as every wallet's provider does. */
function providerError(error: unknown): Error {
  const known = isModalError(error) ? error : new ModalError('connection.requestFailed', { cause: error })
  const said = known.details.code
  const code = CODES[known.code] ?? (typeof said === 'number' ? said : FRAME_FAILURES.internal.code)
  return Object.assign(new Error(known.message, { cause: known }), { code })
}

export interface EmbeddedProvider extends Required<Eip1193Provider> {
  /** To be called when the connection changes or ends. */
  hear(change: ConnectionChange): void
}

/** The provider that the site gets for the EVM accounts of the embedded wallet (EIP-1193). */
export function createEip155Provider(
  gate: Pick<RpcGate, 'request'>,
  connection: () => Connection | undefined,
): EmbeddedProvider {
  const emitter = createEmitter<Events>()

  return {
    async request(given) {
      try {
        const found = connection()
        if (!found) throw new ModalError('connection.requestFailed', { details: FRAME_FAILURES.notConnected })
        const { method, params } = given as RpcArguments
        // Taken from this page's own connection, because another page may have changed the order in the wallet.
        if (method === 'eth_accounts') return addressesOf(found.accounts)
        return await gate.request({ method, params }, 'eip155')
      } catch (error) {
        throw providerError(error)
      }
    },
    on: (event, listener) => emitter.on(event as keyof Events, listener as never),
    removeListener: (event, listener) => emitter.removeListener(event as keyof Events, listener as never),
    hear(change) {
      if (change.type === 'accounts') {
        emitter.emit('accountsChanged', addressesOf(change.accounts))
      } else if (change.type === 'network') {
        const chainId = toHexChainId(change.caipNetworkId)
        if (chainId) emitter.emit('chainChanged', chainId)
      } else if (change.type === 'disconnected') {
        emitter.emit('accountsChanged', [])
        emitter.emit(
          'disconnect',
          providerError(new ModalError('connection.requestFailed', { details: { code: 4900 } })),
        )
      }
    },
  }
}
