import { type Behaviour, parseBehaviour, prompt } from './behaviour.ts'
import { createEmitter, type Emitter } from './createEmitter.ts'
import { insteadOfAnswering } from './hostility.ts'
import { unauthorized } from './providerError.ts'
import { SiteMemory } from './siteMemory.ts'
import type { WalletStorage } from './walletMemory.ts'

/** One call by a site. */
export interface WalletRequest {
  readonly method: string
  readonly params: unknown
}

/** Resolves when the visitor approves. */
export type Ask = () => Promise<void>

export interface CoreSetup {
  /** Takes the terms of `?wallet=`. */
  readonly behaviour: string
  readonly storage: WalletStorage
}

/** The family-independent part of a wallet: receives requests, prompts its visitor and remembers the site. */
export class WalletCore {
  readonly log: WalletRequest[] = []
  readonly events: Emitter
  readonly memory: SiteMemory
  readonly #watchers = new Set<() => void>()
  readonly #openPrompts = new Set<() => void>()
  #text: string
  #behaviour: Behaviour

  constructor({ behaviour, storage }: CoreSetup) {
    this.#text = behaviour
    this.#behaviour = parseBehaviour(behaviour)
    this.events = createEmitter(() => this.#behaviour)
    this.memory = new SiteMemory(storage, () => this.#tellWatchers())
  }

  get text() {
    return this.#text
  }

  get behaviour(): Behaviour {
    return this.#behaviour
  }

  /** @throws Error for an unknown behavior */
  setBehaviour(text: string) {
    const { garbage } = this.#behaviour.hostility
    this.#behaviour = parseBehaviour(text)
    this.#text = text
    // Its exposed accounts have changed.
    if (this.#behaviour.hostility.garbage !== garbage) this.#tellWatchers()
  }

  #tellWatchers() {
    for (const watcher of [...this.#watchers]) watcher()
  }

  /** Calls back whenever the site's access changes. */
  watchSite(onChange: () => void): () => void {
    this.#watchers.add(onChange)
    return () => this.#watchers.delete(onChange)
  }

  /** Approves every hanging prompt. */
  approve() {
    for (const approve of this.#openPrompts) approve()
    this.#openPrompts.clear()
  }

  /** Answers a site, unless the wallet is hostile. */
  async answer<T>(method: string, params: unknown, run: (ask: Ask) => T | Promise<T>): Promise<T> {
    this.log.push({ method, params })
    const deed = insteadOfAnswering(this.#behaviour.hostility)
    if (deed) return deed() as T
    return run(() => prompt(method, this.#behaviour, this.#openPrompts))
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
