import type { Presence } from './createPresence.ts'
import type { WalletRequest } from './requestCore.ts'
import type { WalletCore } from './walletCore.ts'

/** A wallet's controls for tests and the console: `window.solanaWallet`. */
export interface CoreControls {
  readonly behaviour: string
  /** All of the wallet's addresses, exposed to the page or not. */
  readonly accounts: readonly string[]
  /** Every request so far. */
  readonly log: WalletRequest[]
  /** Takes the terms of `?wallet=`, e.g. `delay:500,reject`. Terms about its appearance have no effect. */
  setBehaviour(behaviour: string): void
  /** Approves every hanging prompt. */
  approve(): void
  setAccount(index: number): void
  lock(): void
  /** Shows the wallet to the page: earlier than planned, or again after it was withdrawn. */
  announce(): void
  /** Removes the wallet from the page, like disabling an extension. */
  withdraw(): void
  /** Emits garbage to all listeners. */
  emitNoise(): void
}

export const coreControls = (
  core: WalletCore,
  accounts: () => readonly string[],
  presence: Presence,
): CoreControls => ({
  log: core.log,
  get behaviour() {
    return core.text
  },
  get accounts() {
    return accounts()
  },
  setBehaviour: (behaviour) => core.setBehaviour(behaviour),
  approve: () => core.approve(),
  setAccount(index) {
    const { length } = accounts()
    if (!(index in accounts())) throw new Error(`The wallet has no account ${index}: it holds ${length}.`)
    core.memory.setAccount(index)
  },
  lock: () => core.memory.lock(),
  announce: presence.announce,
  withdraw: presence.withdraw,
  emitNoise: () => core.events.emitNoise(),
})
