import { UniversalProvider } from '@walletconnect/universal-provider'

/**
 * A site's side of the pairing, in a separate process: the library never releases its timers and sockets. The parent
 * sends calls and receives results and events.
 *
 * @typedef {{ id: number, call: string, args: unknown[] }} Call
 */

const [relayUrl = '', projectId = ''] = process.argv.slice(2)

function memoryStorage() {
  /** @type {Map<string, any>} */
  const values = new Map()
  return {
    getKeys: async () => [...values.keys()],
    getEntries: async () => /** @type {[string, any][]} */ ([...values]),
    getItem: async (/** @type {string} */ key) => values.get(key),
    setItem: async (/** @type {string} */ key, /** @type {any} */ value) => void values.set(key, value),
    removeItem: async (/** @type {string} */ key) => void values.delete(key),
  }
}

const send = (/** @type {object} */ message) => process.send?.(message)

const provider = await UniversalProvider.init({
  projectId,
  relayUrl,
  storage: /** @type {any} */ (memoryStorage()),
  telemetryEnabled: false,
  logger: 'silent',
  metadata: { name: 'Fern & Fable', description: 'A shop', url: 'https://shop.example', icons: [] },
})

for (const name of ['display_uri', 'accountsChanged', 'chainChanged', 'session_update', 'disconnect']) {
  provider.on(name, (/** @type {unknown} */ payload) => send({ event: name, payload }))
}

/** The library keeps the families of an earlier session, and fails to update to fewer families. */
function forgetFamilies() {
  provider.rpcProviders = {}
}

/** @type {Record<string, (...args: any[]) => unknown>} */
const calls = {
  connect: async (optionalNamespaces) => {
    forgetFamilies()
    return (await provider.connect({ optionalNamespaces }))?.namespaces
  },
  authenticate: async (params) => {
    forgetFamilies()
    const { auths, session } = await provider.authenticate(params)
    return { auths, namespaces: session?.namespaces }
  },
  formatAuthMessage: (request, iss) => provider.client.formatAuthMessage({ request, iss }),
  request: (args, chain) => provider.request(args, chain),
  namespaces: () => provider.session?.namespaces,
  disconnect: () => provider.disconnect(),
}

process.on('message', async (/** @type {Call} */ { id, call, args }) => {
  try {
    send({ id, result: await calls[call]?.(...args) })
  } catch (thrown) {
    const { code, message } = /** @type {{ code?: number, message?: string }} */ (thrown)
    send({ id, error: { code, message: message ?? String(thrown) } })
  }
})
process.on('disconnect', () => process.exit())
send({ event: 'ready' })
