import { type ChainAdapter, type ChainNamespace, ModalError } from '@portico/contracts'
import { onceLoaded } from '@portico/contracts/onceLoaded'

/**
 * A chain family whose code is fetched only where a site uses it: when its wallets are looked for, which is when the modal
 * is made. Whatever is asked of it before waits for that. A family whose code does not come has no wallets until it does:
 * it is tried again when somebody asks, when the modal opens and when the browser is online again.
 * @param whenOpened calls back each time the modal opens
 */
export function lazyAdapter(
  namespace: ChainNamespace,
  load: () => Promise<ChainAdapter>,
  whenOpened: (run: () => void) => void = () => {},
): ChainAdapter {
  let here: ChainAdapter | undefined
  /** What begins when the code is here, whoever had it fetched. */
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
    // Where the code is here already nothing is awaited: a wallet opens its window only while the press is handled.
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
