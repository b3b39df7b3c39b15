import { type Address, type Hex, numberToHex, type PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ProviderError } from './providerError.ts'
import { loadMemory, saveMemory, type WalletMemory, type WalletStorage } from './walletMemory.ts'

/** EIP-1193. */
export interface ProviderEvents {
  connect: { readonly chainId: Hex }
  disconnect: ProviderError
  chainChanged: Hex
  accountsChanged: readonly Address[]
}

export type Emit = <E extends keyof ProviderEvents>(event: E, payload: ProviderEvents[E]) => void

export interface WalletSetup {
  readonly keys: readonly [Hex, ...Hex[]]
  readonly firstChainId: number
  /** The chains that the wallet knows from the start: RPC URL by chain id. */
  readonly rpcUrls: Readonly<Record<string, string>>
  readonly storage: WalletStorage
}

/** The one writer of what the wallet remembers; whatever a site may notice is told as an event. */
export class WalletState {
  readonly #setup: WalletSetup
  readonly #memory: WalletMemory
  readonly #emit: Emit
  readonly #accounts = new Map<number, PrivateKeyAccount>()

  constructor(setup: WalletSetup, emit: Emit) {
    this.#setup = setup
    this.#emit = emit
    this.#memory = loadMemory(setup.storage, setup.firstChainId)
  }

  get chainId() {
    return this.#memory.chainId
  }

  /** The active account, which can sign. Made at its first use: a page that only loads pays nothing for it. */
  get account(): PrivateKeyAccount {
    return this.#accountAt(this.#memory.accountIndex)
  }

  /** All addresses that the wallet holds, whether or not the site may see them. */
  get addresses(): readonly Address[] {
    return this.#setup.keys.map((_, index) => this.#accountAt(index).address)
  }

  /** What the site may see: the active address, or nothing. */
  get exposed(): readonly Address[] {
    return this.#memory.isPermitted && !this.#memory.isLocked ? [this.account.address] : []
  }

  /** Undefined for a chain that the wallet does not know. */
  rpcUrl(chainId: number = this.chainId): string | undefined {
    return this.#memory.rpcUrls[chainId] ?? this.#setup.rpcUrls[chainId]
  }

  /** Whether a site had the wallet add that chain. */
  hasAdded(chainId: number): boolean {
    return chainId in this.#memory.rpcUrls
  }

  /** Lets the site see the account; a locked wallet is unlocked on the way. */
  permit() {
    if (this.exposed.length) return
    this.#change({ isPermitted: true, isLocked: false })
    this.#emit('connect', { chainId: numberToHex(this.chainId) })
    this.#emit('accountsChanged', this.exposed)
  }

  revoke() {
    this.#hide({ isPermitted: false })
  }

  lock() {
    this.#hide({ isLocked: true })
  }

  setAccount(index: number) {
    this.#accountAt(index)
    if (index === this.#memory.accountIndex) return
    this.#change({ accountIndex: index })
    if (this.exposed.length) this.#emit('accountsChanged', this.exposed)
  }

  setChain(chainId: number) {
    if (chainId === this.chainId) return
    this.#change({ chainId })
    this.#emit('chainChanged', numberToHex(chainId))
  }

  addChain(chainId: number, rpcUrl: string) {
    this.#change({ rpcUrls: { ...this.#memory.rpcUrls, [chainId]: rpcUrl } })
  }

  #hide(change: Partial<WalletMemory>) {
    const wasExposed = this.exposed.length > 0
    this.#change(change)
    if (wasExposed) this.#emit('accountsChanged', [])
  }

  #change(change: Partial<WalletMemory>) {
    Object.assign(this.#memory, change)
    saveMemory(this.#setup.storage, this.#memory)
  }

  #accountAt(index: number): PrivateKeyAccount {
    const key = this.#setup.keys[index]
    if (!key) throw new Error(`The wallet has no account ${index}: it holds ${this.#setup.keys.length}.`)
    const known = this.#accounts.get(index)
    if (known) return known
    const account = privateKeyToAccount(key)
    this.#accounts.set(index, account)
    return account
  }
}
