import type { WalletMemory, WalletStorage } from './walletMemory.ts'

type Memory = Pick<WalletMemory, 'isPermitted' | 'isLocked' | 'accountIndex'>

const STORAGE_KEY = 'dev.portico.site'

/** What a wallet without selectable chains remembers about this site. It is kept across reloads, as in real wallets. */
export class SiteMemory {
  readonly #storage: WalletStorage
  readonly #memory: Memory
  readonly #onChange: () => void

  /** `onChange` is called whenever the site's access changes. */
  constructor(storage: WalletStorage, onChange: () => void) {
    this.#storage = storage
    this.#onChange = onChange
    const stored = storage.getItem(STORAGE_KEY)
    this.#memory = stored ? (JSON.parse(stored) as Memory) : { isPermitted: false, isLocked: false, accountIndex: 0 }
  }

  /** Whether the site may see the active account. */
  get isExposed() {
    return this.#memory.isPermitted && !this.#memory.isLocked
  }

  get accountIndex() {
    return this.#memory.accountIndex
  }

  /** Exposes the account to the site; also unlocks a locked wallet. */
  permit() {
    this.#change({ isPermitted: true, isLocked: false })
  }

  revoke() {
    this.#change({ isPermitted: false })
  }

  lock() {
    this.#change({ isLocked: true })
  }

  setAccount(accountIndex: number) {
    this.#change({ accountIndex })
  }

  #change(change: Partial<Memory>) {
    const { isExposed, accountIndex } = this
    Object.assign(this.#memory, change)
    this.#storage.setItem(STORAGE_KEY, JSON.stringify(this.#memory))
    const isOther = this.isExposed && this.accountIndex !== accountIndex
    if (this.isExposed !== isExposed || isOther) this.#onChange()
  }
}
