import type { ChainNamespace } from '@portico/contracts'

type Undo = () => void
type Subscribe = (onChange: () => void) => Undo

/** What the elements need of a modal; that of `createModal` has all of it. */
export interface ElementsModal {
  open(options: { view?: 'Connect' | 'Account' | 'Networks'; namespace?: ChainNamespace }): Promise<unknown>
  close(): Promise<void>
  isOpen(): boolean
  getAccount(namespace?: ChainNamespace): { status: string; isConnected: boolean; address: string | undefined }
  getCaipNetwork(): { readonly name: string } | undefined
  getCaipNetworkId(): string | undefined
  getThemeMode(): 'dark' | 'light'
  fetchBalance(namespace?: ChainNamespace): Promise<{ balance: string; symbol: string } | undefined>
  fetchIdentity(namespace?: ChainNamespace): Promise<{ name?: string; avatar?: string }>
  subscribeState: Subscribe
  subscribeAccount: Subscribe
  subscribeNetwork: Subscribe
  subscribeTheme: Subscribe
}

/** A modal that elements belong to, by their `data-portico-key`; without one by `''`. */
interface Attached {
  readonly modal: ElementsModal
  readonly labels: Readonly<Record<string, string>>
}

const attached = new Map<string, Attached>()
const waiting = new Set<() => void>()

/** Tells every element of the page to look again. */
function tell(): void {
  for (const look of waiting) look()
}

export const attachedTo = (key: string): Attached | undefined => attached.get(key)

/** Elements may stand in the page before the modal does. */
export function onAttached(look: () => void): Undo {
  waiting.add(look)
  return () => void waiting.delete(look)
}

/** The elements of this key belong to this modal from now on, until the undo. */
export function attach(key: string, entry: Attached): Undo {
  attached.set(key, entry)
  tell()
  return () => {
    if (attached.get(key) !== entry) return
    attached.delete(key)
    tell()
  }
}
