import { type ChainAdapter, type ChainNamespace, ModalError } from '@portico/contracts'
import { onceLoaded } from '@portico/contracts/onceLoaded'

/** Runs an `import()` of a chunk, with retries. */
export type LoadChunk = <T>(load: () => Promise<T>) => Promise<T>

/**
 * The adapter of a chain family. Its code loads only on sites that use the family, when the modal is created and looks
 * for wallets; earlier calls wait for it. If loading fails, the family has no wallets until a retry succeeds: on the
 * next call, when the modal opens, or when the browser is online again.
 * @param whenOpened calls back each time the modal opens
 */
export function lazyAdapter(
  namespace: ChainNamespace,
  load: () => Promise<ChainAdapter>,
  whenOpened: (run: () => void) => void = () => {},
): ChainAdapter {
  let here: ChainAdapter | undefined
  /** Calls that start once the code has loaded, whatever triggered loading. */
  const waiting: ((loaded: ChainAdapter) => void)[] = []
  const adapter = onceLoaded(async () => {
    const loaded = await load()
    here = loaded
    for (const begin of waiting.splice(0)) begin(loaded)
    return loaded
  })

  function begin(watch: (loaded: ChainAdapter) => void, signal: AbortSignal): void {
    const unlessGone = (loaded: ChainAdapter) => signal.aborted || watch(loaded)
    if (here) unlessGone(here)
    else waiting.push(unlessGone)
  }

  return {
    namespace,
    watchConnectors(onChange, signal) {
      onChange([])
      begin((loaded) => loaded.watchConnectors(onChange, signal), signal)
      const look = () => {
        if (!signal.aborted) adapter().catch((error) => console.error('[portico]', error))
      }
      look()
      whenOpened(look)
      addEventListener('online', look, { signal })
    },
    // If the code is loaded, connects synchronously, because a wallet can open its window only during the click.
    connect: (connectorId, options) =>
      here ? here.connect(connectorId, options) : adapter().then((loaded) => loaded.connect(connectorId, options)),
    load: async (connectorId) => (await adapter()).load?.(connectorId),
    restore: async (connectorId, options) => (await adapter()).restore(connectorId, options),
    disconnect: async (connectorId) => (await adapter()).disconnect(connectorId),
    watchConnection(connectorId, onChange, signal) {
      begin((loaded) => loaded.watchConnection(connectorId, onChange, signal), signal)
    },
    getBalance: async (address, network) => (await adapter()).getBalance(address, network),
    signMessage: async (connectorId, address, message) => (await adapter()).signMessage(connectorId, address, message),
    async switchNetwork(connectorId, network) {
      const loaded = await adapter()
      if (!loaded.switchNetwork) throw new ModalError('chain.switchUnavailable', { details: { name: network.name } })
      await loaded.switchNetwork(connectorId, network)
    },
    getProvider: (connectorId) => here?.getProvider(connectorId),
  }
}
