import type { ChainNamespace } from '@portico/contracts'

type Undo = () => void
type Subscribe = (onChange: () => void) => Undo

/** The part of a modal that the elements need, as `createModal` returns it. */
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

/** A modal, with the labels for its elements. */
interface Attached {
  readonly modal: ElementsModal
  readonly labels: Readonly<Record<string, string>>
}

const attached = new Map<string, Attached>()
const waiting = new Set<() => void>()

/** Makes every element on the page refresh. */
function tell(): void {
  for (const look of waiting) look()
}

export const attachedTo = (key: string): Attached | undefined => attached.get(key)

/** Runs `look` when modals change, because an element can be in the page before its modal. */
export function onAttached(look: () => void): Undo {
  waiting.add(look)
  return () => void waiting.delete(look)
}

/** Attaches a modal to the elements with this key, until the returned function is called. */
export function attach(key: string, entry: Attached): Undo {
  attached.set(key, entry)
  tell()
  return () => {
    if (attached.get(key) !== entry) return
    attached.delete(key)
    tell()
  }
}
