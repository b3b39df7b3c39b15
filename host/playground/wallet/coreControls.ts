import type { Presence } from './createPresence.ts'
import type { WalletCore, WalletRequest } from './walletCore.ts'

/** A wallet's own window, for tests and for the console: `window.solanaWallet`. */
export interface CoreControls {
  readonly behaviour: string
  /** All addresses that the wallet holds, whether or not the page may see them. */
  readonly accounts: readonly string[]
  /** Every request so far. */
  readonly log: WalletRequest[]
  /** Takes what `?wallet=` takes, e.g. `delay:500,reject`. How the wallet shows itself stays as it began. */
  setBehaviour(behaviour: string): void
  /** Approves every prompt that hangs. */
  approve(): void
  setAccount(index: number): void
  lock(): void
  /** Shows the wallet to the page: sooner than it would, or again. */
  announce(): void
  /** Takes the wallet away from the page, as when an extension is switched off. */
  withdraw(): void
  /** Tells everybody who listens garbage. */
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
