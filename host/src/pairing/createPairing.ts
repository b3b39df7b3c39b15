import { isModalError, ModalError } from '@portico/contracts'
import { onceLoaded } from '@portico/contracts/onceLoaded'
import type { LoadChunk } from '../chains/lazyAdapter.ts'
import type { PairingClient } from './client.ts'
import type { PairedFamily, Pairing } from './pairedWallets.ts'
import type { PairingSetup } from './setup.ts'

/** Imports only types of the client, whose code is a separate chunk that loads when needed. */
export function createPairing(setup: PairingSetup, loadChunk: LoadChunk): Pairing {
  let here: PairingClient | undefined
  let isDisposed = false
  /** Counts cancellations, so that a pairing that was requested before a cancellation is not made after it. */
  let cancelled = 0

  const code = () => loadChunk(() => import(/* webpackChunkName: "pairing" */ './client.ts'))
  const unavailable = (cause: unknown) =>
    isModalError(cause) && !cause.code.startsWith('remote.') ? cause : new ModalError('pairing.unavailable', { cause })

  const begin = () =>
    onceLoaded(async (): Promise<PairingClient> => {
      try {
        const { createClient } = await code()
        const created = await createClient(setup)
        if (isDisposed) created.dispose()
        here = created
        return created
      } catch (error) {
        throw unavailable(error)
      }
    })
  let client = begin()

  return {
    async load() {
      await code().catch((error) => {
        throw unavailable(error)
      })
    },
    async prepare(options) {
      const cancelledBefore = cancelled
      const loaded = await client()
      if (cancelledBefore !== cancelled) throw new ModalError('connection.modalClosed')
      return loaded.prepare(options)
    },
    cancel() {
      cancelled++
      here?.cancel()
    },
    async restore() {
      const loaded = await client()
      if ((await loaded.isBehind()) && here === loaded) {
        // The client reads the storage only when it starts, so another client is needed.
        here = undefined
        client = begin()
        loaded.dispose()
      }
      return (await client()).restore()
    },
    end: async (topic) => (await client()).end(topic),
    family(namespace): PairedFamily {
      const family = async () => (await client()).family(namespace)
      return {
        watchConnection(connectorId, onChange, signal) {
          family().then(
            (loaded) => signal.aborted || loaded.watchConnection(connectorId, onChange, signal),
            () => {}, // without the code there is no connection to watch
          )
        },
        signMessage: async (...message) => (await family()).signMessage(...message),
        switchNetwork: async (...network) => (await family()).switchNetwork(...network),
        getProvider: (connectorId) => here?.family(namespace).getProvider(connectorId),
      }
    },
    get client() {
      return here?.provider
    },
    dispose() {
      isDisposed = true
      here?.dispose()
    },
  }
}
