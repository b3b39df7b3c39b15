import { type Behaviour, parseBehaviour, prompt } from './behaviour.ts'
import { createEmitter, type Emitter } from './createEmitter.ts'
import { insteadOfAnswering } from './hostility.ts'

/** One call by a site. */
export interface WalletRequest {
  readonly method: string
  readonly params: unknown
}

/** Resolves when the visitor approves. */
export type Ask = () => Promise<void>

/** The common part of all wallets: their behavior, their listeners, the requests so far and the open prompts. */
export class RequestCore {
  readonly log: WalletRequest[] = []
  readonly events: Emitter
  readonly #openPrompts = new Set<() => void>()
  #text: string
  #behaviour: Behaviour

  /** @param behaviour the terms of `?wallet=` */
  constructor(behaviour: string, isNoise?: Parameters<typeof createEmitter>[1]) {
    this.#text = behaviour
    this.#behaviour = parseBehaviour(behaviour)
    this.events = createEmitter(() => this.#behaviour, isNoise)
  }

  get text() {
    return this.#text
  }

  get behaviour(): Behaviour {
    return this.#behaviour
  }

  /** @throws Error for an unknown behavior */
  setBehaviour(text: string) {
    this.#behaviour = parseBehaviour(text)
    this.#text = text
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
}
