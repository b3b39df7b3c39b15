import { FRAME_LOAD_TIMEOUT_MS } from '@portico/contracts'
import { within } from '../async/within.ts'
import type { FrameBridge } from './frameBridge.ts'

/** How long a live frame takes to answer, at most. */
const SIGN_OF_LIFE_MS = 3_000
/** Two, because a page that the browser had frozen misses the frame's first answer. */
const TRIES = 2
/** A frame that has answered within this time counts as alive. */
const QUIET_MS = 5_000

interface FrameLifeSetup {
  readonly bridge: Pick<FrameBridge, 'ask' | 'heardAtMs' | 'readyAtMs'>
  onDead(): void
}

/**
 * Detects a dead frame. When the process of a cross-site frame crashes, its element and window stay, posted messages
 * get lost, and the browser does not notify the page: the frame's silence is the only sign.
 */
export function createFrameLife({ bridge, onDead }: FrameLifeSetup) {
  const life = new AbortController()
  const { signal } = life
  let checking: Promise<void> | undefined

  /** Whether the frame gives a sign of life. Any answer counts, and so does an aborted request. */
  async function answers(): Promise<boolean> {
    for (let turn = 0; turn < TRIES; turn++) {
      const attempt = new AbortController()
      const ping = bridge.ask('GET_CHAIN_ID', undefined, AbortSignal.any([attempt.signal, signal]))
      const answered = ping.then(
        () => true,
        (error: { readonly code?: string }) => error.code !== 'frame.notSet',
      )
      const isThere = await within(answered, SIGN_OF_LIFE_MS, () => false)
      attempt.abort()
      if (isThere) return true
    }
    return false
  }

  /** Whether the frame may be dead, having long been silent. Before its first answer, it may still be loading code. */
  function isQuiet(): boolean {
    const atMs = bridge.heardAtMs()
    const since = atMs ?? bridge.readyAtMs()
    return since !== undefined && Date.now() - since >= (atMs === undefined ? FRAME_LOAD_TIMEOUT_MS : QUIET_MS)
  }

  async function look(): Promise<void> {
    if (!(await answers()) && !signal.aborted) onDead()
  }

  /** Checks whether the frame is alive. Resolves when this is known; a dead frame has then been replaced. */
  function check(): Promise<void> {
    checking ??= look().finally(() => {
      checking = undefined
    })
    return checking
  }

  return {
    isQuiet,
    check,
    /** Checks repeatedly until the promise has settled. */
    watch(answer: Promise<unknown>): void {
      const timer = setInterval(() => isQuiet() && void check(), QUIET_MS)
      const stop = () => {
        clearInterval(timer)
        signal.removeEventListener('abort', stop)
      }
      signal.addEventListener('abort', stop)
      answer.then(stop, stop)
    },
    stop: () => life.abort(),
  }
}
