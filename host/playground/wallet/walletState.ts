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
  /** RPC URLs of the initially known chains, keyed by chain id. */
  readonly rpcUrls: Readonly<Record<string, string>>
  readonly storage: WalletStorage
}

/** The only writer of the wallet's memory; emits an event for everything that a site can notice. */
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

  /** The active account, which can sign. Created on first use, to keep page loads fast. */
  get account(): PrivateKeyAccount {
    return this.#accountAt(this.#memory.accountIndex)
  }

  /** All of the wallet's addresses, exposed to the site or not. */
  get addresses(): readonly Address[] {
    return this.#setup.keys.map((_, index) => this.#accountAt(index).address)
  }

  /** The addresses that the site may see: the active one, or none. */
  get exposed(): readonly Address[] {
    return this.#memory.isPermitted && !this.#memory.isLocked ? [this.account.address] : []
  }

  /** Undefined for an unknown chain. */
  rpcUrl(chainId: number = this.chainId): string | undefined {
    return this.#memory.rpcUrls[chainId] ?? this.#setup.rpcUrls[chainId]
  }

  /** Whether the chain was added at a site's request. */
  hasAdded(chainId: number): boolean {
    return chainId in this.#memory.rpcUrls
  }

  /** Exposes the account to the site; also unlocks a locked wallet. */
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
