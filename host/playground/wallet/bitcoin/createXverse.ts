import type { Listener } from '../createEmitter.ts'
import { appearance } from '../hostility.ts'
import { invalidParams, ProviderError } from '../providerError.ts'
import { WalletCore } from '../walletCore.ts'
import { type BitcoinControls, type BitcoinSetup, bitcoinControls } from './bitcoinControls.ts'
import { registerBtcProvider } from './btcProviders.ts'
import { createVault } from './createVault.ts'
import { xverseAccount } from './xverseAccount.ts'
import { xverseMethods } from './xverseMethods.ts'

interface RpcResponse {
  readonly jsonrpc: '2.0'
  readonly id: string
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Xverse's own codes, keyed by EIP-1193 code. */
const codes: Readonly<Record<number, number>> = { 4001: -32000, 4200: -32601, 4100: -32002, 4901: -32603 }

type ListenerInfo = { readonly eventName: string; readonly cb: Listener }

/**
 * Imitates Xverse: never rejects (failures are responses); its accounts are unordered and include one of another chain.
 */
export function createXverse({ name, rpcUrl, page, ...setup }: BitcoinSetup): {
  provider: object
  controls: BitcoinControls
} {
  const core = new WalletCore(setup)
  const vault = createVault(core, rpcUrl)
  const account = xverseAccount(core, vault)
  const methods = xverseMethods(core, vault, account, (network) => controls.setNetwork(network))

  async function respond(id: string, run: () => unknown): Promise<RpcResponse> {
    try {
      return { jsonrpc: '2.0', id, result: await run() }
    } catch (error) {
      const { code, message } = error instanceof ProviderError ? error : new ProviderError(-32603, String(error))
      return { jsonrpc: '2.0', id, error: { code: codes[code] ?? code, message } }
    }
  }

  const provider = {
    request: (method: string, params?: unknown): Promise<RpcResponse> =>
      core.answer(method, params, (ask) =>
        respond(crypto.randomUUID(), () => {
          const run = Object.hasOwn(methods, method) ? methods[method] : undefined
          if (!run) throw new ProviderError(-32601, `Method '${method}' is not supported.`)
          return run(params, ask)
        }),
      ),
    /**
     * Accepts the arguments of `sats-connect` 3 and of older versions. Returns a function that removes the listener.
     */
    addListener(event: string | ListenerInfo, listener?: Listener): () => void {
      const { eventName, cb } = typeof event === 'string' ? { eventName: event, cb: listener } : event
      if (!cb) throw invalidParams('addListener')
      return core.events.on(eventName, cb)
    },
  }

  core.watchSite(() => {
    if (core.memory.isExposed)
      core.events.emit('accountChange', { type: 'accountChange', addresses: account.addresses() })
    else core.events.emit('disconnect', { type: 'disconnect' })
  })

  const info = {
    id: 'XverseProviders.BitcoinProvider',
    ...appearance(name, core.behaviour.hostility),
    webUrl: 'https://xverse.invalid/',
    methods: Object.keys(methods),
  }
  const controls = bitcoinControls(
    core,
    vault,
    () => registerBtcProvider(page, info, provider),
    () =>
      core.events.emit('networkChange', {
        type: 'networkChange',
        ...account.network(),
        addresses: account.addresses(),
      }),
  )
  return { provider, controls }
}
