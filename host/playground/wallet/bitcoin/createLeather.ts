import { appearance } from '../hostility.ts'
import { ProviderError } from '../providerError.ts'
import { WalletCore } from '../walletCore.ts'
import { type BitcoinControls, type BitcoinSetup, bitcoinControls } from './bitcoinControls.ts'
import { registerBtcProvider } from './btcProviders.ts'
import { createVault } from './createVault.ts'
import { leatherMethods } from './leatherMethods.ts'

/** Imitates Leather: rejects with a response object, emits no event for another account, appears late (`late:300`). */
export function createLeather({ name, rpcUrl, page, ...setup }: BitcoinSetup): {
  provider: object
  controls: BitcoinControls
} {
  const core = new WalletCore(setup)
  const vault = createVault(core, rpcUrl)
  const methods = leatherMethods(core, vault)

  const provider = {
    isLeather: true,
    request: (method: string, params?: unknown) =>
      core.answer(method, params, async (ask) => {
        const id = crypto.randomUUID()
        try {
          const run = Object.hasOwn(methods, method) ? methods[method] : undefined
          if (!run) throw new ProviderError(-32601, `"${method}" is not supported`)
          return { jsonrpc: '2.0', id, result: await run(params, ask) }
        } catch (error) {
          const { code, message } = error instanceof ProviderError ? error : new ProviderError(-32603, String(error))
          throw { jsonrpc: '2.0', id, error: { code, message } }
        }
      }),
    getProductInfo: () => ({ version: '1.0.0', name, meta: { tag: '', commit: '' } }),
  }

  const info = {
    id: 'LeatherProvider',
    ...appearance(name, core.behaviour.hostility),
    webUrl: 'https://leather.invalid/',
    methods: Object.keys(methods),
  }
  const appear = () => registerBtcProvider(page, info, provider)
  return { provider, controls: bitcoinControls(core, vault, appear, () => {}) }
}
