import {
  type EmbeddedWalletCommands,
  isModalError,
  type ModalError,
  type SerializedError,
  serializeError,
} from '@portico/contracts'

/** The common part of `startSocial` and `startFarcaster`. */
export interface Steps {
  readonly url?: Promise<string>
  readonly answered: Promise<void>
  readonly connected: Promise<void>
  /** The commands to continue with if the wallet does not know this device yet. */
  readonly later?: Pick<EmbeddedWalletCommands, 'waitForDevice' | 'connect'>
}

export type AttemptState =
  /** The visitor has to act, at `url` once it is known. */
  | { readonly status: 'waiting'; readonly url?: string }
  /** The visitor has acted and the wallet is opening. The wallet's code also decides where to go next. */
  | { readonly status: 'retrieving' }
  /** The wallet does not know this device: another device must approve it, or `opensAt` (Unix seconds) must pass. */
  | { readonly status: 'unconfirmed'; readonly error: SerializedError; readonly opensAt: number | undefined }
  | { readonly status: 'failed'; readonly error: SerializedError }
  /** The view has nothing left to show; `error` is shown on the way out. */
  | { readonly status: 'over'; readonly error?: SerializedError }

export interface Attempt {
  getState(): AttemptState
  subscribe(onChange: () => void): () => void
  /** Starts the attempt unless it has started, so that a view that reappears continues it. */
  begin(): void
  /**
   * Restarts the attempt, but only if it has failed.
   * @param first runs before the restart, while the press is still handled
   */
  retry(first?: () => void): void
  /** True once, so that only one caller goes back. */
  takeEnd(): boolean
}

const WAITING: AttemptState = { status: 'waiting' }

const isWaiting = (error: unknown): error is ModalError => isModalError(error) && error.code === 'frame.deviceWaiting'

/** Rejects with the error that ends the wait. */
async function untilConfirmed(
  error: unknown,
  { waitForDevice, connect }: NonNullable<Steps['later']>,
  tell: (next: AttemptState) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let waiting = error; ; ) {
    if (!isWaiting(waiting)) throw waiting
    const { retryAt } = waiting.details
    const opensAt = typeof retryAt === 'number' ? retryAt : undefined
    tell({ status: 'unconfirmed', error: serializeError(waiting, waiting.code), opensAt })
    try {
      await waitForDevice(signal)
      break
    } catch (next) {
      waiting = next
    }
  }
  tell({ status: 'retrieving' })
  await connect(signal)
}

/** The state after a failure. A window closed by the visitor ends silently, an untrusted answer with an error. */
function afterFailure(error: unknown): AttemptState {
  if (isModalError(error) && error.code === 'social.popupClosed') return { status: 'over' }
  const known = serializeError(error, 'connection.failed')
  return { status: known.code === 'social.untrustedOrigin' ? 'over' : 'failed', error: known }
}

/** One sign-in attempt. After `signal` aborts, it reports nothing. */
export function createAttempt(start: () => Promise<Steps>, signal: AbortSignal): Attempt {
  const listeners = new Set<() => void>()
  let state = WAITING
  /** Number of starts. Answers to earlier starts are ignored. */
  let starts = 0
  let isEndTaken = false

  function change(next: AttemptState): void {
    state = next
    for (const listener of [...listeners]) listener()
  }

  async function run(tell: (next: AttemptState) => void): Promise<void> {
    const { url, answered, connected, later } = await start()
    url?.then(
      (known) => tell({ status: 'waiting', url: known }),
      () => {}, // the other two reject as well
    )
    // All of the promises reject with the same error; one handler is enough.
    answered.catch(() => {})
    connected.catch(() => {})
    await Promise.race([Promise.all([url, answered]), connected]).catch((error: unknown) => {
      if (!isWaiting(error)) throw error
    })
    tell({ status: 'retrieving' })
    await connected.catch((error: unknown) => {
      if (!later) throw error
      return untilConfirmed(error, later, tell, signal)
    })
  }

  function go(): void {
    const mine = ++starts
    const tell = (next: AttemptState) => {
      if (mine === starts && !signal.aborted) change(next)
    }
    run(tell).catch((error: unknown) => tell(afterFailure(error)))
  }

  return {
    getState: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    begin() {
      if (starts === 0 && !signal.aborted) go()
    },
    retry(first) {
      if (state.status !== 'failed' || signal.aborted) return
      first?.()
      change(WAITING)
      go()
    },
    takeEnd() {
      if (state.status !== 'over' || isEndTaken || signal.aborted) return false
      isEndTaken = true
      return true
    },
  }
}
