import type { Provider } from './createWallet.ts'
import { appearance, type Hostility } from './hostility.ts'

/**
 * Tells every page that asks, and those that asked before, of the wallet (EIP-6963).
 * @returns tells no further page; those that know of it keep it, for the standard has no word for leaving
 */
export function announce(
  provider: Provider,
  { name, rdns, hostility }: { name: string; rdns: string; hostility: Hostility },
): () => void {
  const info = Object.freeze({ uuid: crypto.randomUUID(), ...appearance(name, hostility), rdns })
  const detail = Object.freeze({ info, provider })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
  return () => window.removeEventListener('eip6963:requestProvider', tell)
}
