import type { Provider } from './createWallet.ts'
import { appearance, type Hostility } from './hostility.ts'

/**
 * Announces the wallet to every page that asks, and to those that asked before (EIP-6963).
 * @returns a function that stops announcing; pages that know the wallet keep it, because the standard has no withdrawal
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
