import type { Wallet, WindowAppReadyEvent, WindowAppReadyEventAPI } from '@wallet-standard/base'

/**
 * Announces a wallet to all apps on the page, present and future. The standard's own package does the same, but its
 * wallets cannot be removed.
 * @param page the page's window
 * @returns a function that unregisters the wallet everywhere
 */
export function registerWallet(wallet: Wallet, page: EventTarget): () => void {
  const leave = new Set<() => void>()
  const join = ({ register }: WindowAppReadyEventAPI) => void leave.add(register(wallet))
  const joinLater = (event: Event) => join((event as WindowAppReadyEvent).detail)

  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: join }))
  page.addEventListener('wallet-standard:app-ready', joinLater)

  return () => {
    page.removeEventListener('wallet-standard:app-ready', joinLater)
    for (const unregister of leave) unregister()
  }
}
