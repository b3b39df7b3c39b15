import { ANY_EVM_ADDRESS } from './hostility.ts'
import { unauthorized } from './providerError.ts'
import { type Ask, RequestCore } from './requestCore.ts'
import { SiteMemory } from './siteMemory.ts'
import type { WalletStorage } from './walletMemory.ts'

export interface CoreSetup {
  /** Takes the terms of `?wallet=`. */
  readonly behaviour: string
  readonly storage: WalletStorage
}

/** The common part of the wallets without selectable chains: it also remembers the site. */
export class WalletCore extends RequestCore {
  readonly memory: SiteMemory
  readonly #watchers = new Set<() => void>()

  constructor({ behaviour, storage }: CoreSetup) {
    super(behaviour)
    this.memory = new SiteMemory(storage, () => this.#tellWatchers())
  }

  override setBehaviour(text: string) {
    const { garbage } = this.behaviour.hostility
    super.setBehaviour(text)
    // The exposed accounts depend on `garbage`.
    if (this.behaviour.hostility.garbage !== garbage) this.#tellWatchers()
  }

  #tellWatchers() {
    for (const watcher of [...this.#watchers]) watcher()
  }

  /** Calls back whenever the site's access changes. */
  watchSite(onChange: () => void): () => void {
    this.#watchers.add(onChange)
    return () => this.#watchers.delete(onChange)
  }

  /** The address that the site sees: another family's with `garbage:foreign`. */
  shown(address: string): string {
    return this.behaviour.hostility.garbage === 'foreign' ? ANY_EVM_ADDRESS : address
  }

  /** Prompts for access, unless the site has it already. */
  async admit(ask: Ask) {
    if (this.memory.isExposed) return
    await ask()
    this.memory.permit()
  }

  /** @throws ProviderError 4100 unless the site may see the account */
  assertAdmitted() {
    if (!this.memory.isExposed) throw unauthorized()
  }
}
