import type { Provider } from './createWallet.ts'
import { icon } from './icon.ts'

/** Tells every page that asks, and those that asked before, of the wallet (EIP-6963). */
export function announce(provider: Provider, { name, rdns }: { name: string; rdns: string }) {
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns })
  const detail = Object.freeze({ info, provider })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
