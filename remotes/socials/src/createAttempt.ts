import {
  type EmbeddedWalletCommands,
  isModalError,
  type ModalError,
  type SerializedError,
  serializeError,
} from '@portico/contracts'

/** What `startSocial` and `startFarcaster` have in common. */
export interface Steps {
  readonly url?: Promise<string>
  readonly answered: Promise<void>
  readonly connected: Promise<void>
  /** Goes on where the wallet does not know this device yet. */
  readonly later?: Pick<EmbeddedWalletCommands, 'waitForDevice' | 'connect'>
}

export type AttemptState =
  /** The visitor has to act; `url` is where, as soon as it is known. */
  | { readonly status: 'waiting'; readonly url?: string }
  /** They have; the wallet is being opened. Whoever does that also says where to go then. */
  | { readonly status: 'retrieving' }
  /** The wallet does not know this device: another one has to confirm it, or `opensAt` (Unix seconds) has to come. */
  | { readonly status: 'unconfirmed'; readonly error: SerializedError; readonly opensAt: number | undefined }
  | { readonly status: 'failed'; readonly error: SerializedError }
  /** There is nothing to be seen here any more; `error` is for the way out. */
  | { readonly status: 'over'; readonly error?: SerializedError }

export interface Attempt {
  getState(): AttemptState
  subscribe(onChange: () => void): () => void
  /** Starts, unless it has: a view that comes back into sight finds what it has begun. */
  begin(): void
  /**
   * Starts anew what has failed, and nothing else.
   * @param first is done before, within the press
   */
  retry(first?: () => void): void
  /** True once, after which somebody has gone back. */
  takeEnd(): boolean
}

const WAITING: AttemptState = { status: 'waiting' }

const isWaiting = (error: unknown): error is ModalError => isModalError(error) && error.code === 'frame.deviceWaiting'

/** Rejects with what ends the wait. */
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

/** The visitor has closed the window, which needs no word, or somebody else has answered in their place. */
function afterFailure(error: unknown): AttemptState {
  if (isModalError(error) && error.code === 'social.popupClosed') return { status: 'over' }
  const known = serializeError(error, 'connection.failed')
  return { status: known.code === 'social.untrustedOrigin' ? 'over' : 'failed', error: known }
}

/** One visitor signing in. After `signal` has aborted, nothing of it is heard. */
export function createAttempt(start: () => Promise<Steps>, signal: AbortSignal): Attempt {
  const listeners = new Set<() => void>()
  let state = WAITING
  /** How often it was started; what an earlier start still has to say is not heard. */
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
      () => {}, // said by the other two as well
    )
    // Each of them rejects with the same; one is enough to be heard.
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
