import type { Provider } from './createWallet.ts'
import { icon } from './icon.ts'

/** Tells every page that asks, and those that asked before, of the wallet (EIP-6963). */
export function announce(provider: Provider) {
  const info = Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Portico Dev Wallet',
    icon,
    rdns: 'dev.portico.wallet',
  })
  const detail = Object.freeze({ info, provider })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
