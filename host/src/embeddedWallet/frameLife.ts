import { FRAME_LOAD_TIMEOUT_MS } from '@portico/contracts'
import { within } from '../async/within.ts'
import type { FrameBridge } from './frameBridge.ts'

/** So long a frame that is there takes at most to say so. */
const SIGN_OF_LIFE_MS = 3_000
/** A page that the browser had frozen hears nothing of its frame at first. */
const TRIES = 2
/** Whoever has answered so lately is there. */
const QUIET_MS = 5_000

export interface FrameLife {
  /** Whether it has been silent for so long that it may be gone. One that has answered nothing yet may still fetch its code. */
  isQuiet(): boolean
  /** Looks whether it is still there. Resolves when that is known; one that is not has been given up by then. */
  check(): Promise<void>
  /** Looks again and again until the promise has settled. */
  watch(answer: Promise<unknown>): void
  /** Looks no more. */
  stop(): void
}

interface Parts {
  readonly bridge: Pick<FrameBridge, 'ask' | 'heardAtMs' | 'readyAtMs'>
  onDead(): void
}

/**
 * Notices a frame that has died. When the process of another site's frame crashes, its element and its window stay as they
 * are, nothing that is posted to it arrives, and the browser tells the page nothing: only silence shows it.
 */
export function createFrameLife({ bridge, onDead }: Parts): FrameLife {
  const life = new AbortController()
  const { signal } = life
  let checking: Promise<void> | undefined

  /** Whatever it answers, it is there; so it is when nobody waits for the answer any more. */
  async function answers(): Promise<boolean> {
    for (let turn = 0; turn < TRIES; turn++) {
      const asked = new AbortController()
      const ping = bridge.ask('GET_CHAIN_ID', undefined, AbortSignal.any([asked.signal, signal]))
      const answered = ping.then(
        () => true,
        (error: { readonly code?: string }) => error.code !== 'frame.notSet',
      )
      const isThere = await within(answered, SIGN_OF_LIFE_MS, () => false)
      asked.abort()
      if (isThere) return true
    }
    return false
  }

  function isQuiet(): boolean {
    const atMs = bridge.heardAtMs()
    const since = atMs ?? bridge.readyAtMs()
    return since !== undefined && Date.now() - since >= (atMs === undefined ? FRAME_LOAD_TIMEOUT_MS : QUIET_MS)
  }

  async function look(): Promise<void> {
    if (!(await answers()) && !signal.aborted) onDead()
  }

  function check(): Promise<void> {
    checking ??= look().finally(() => {
      checking = undefined
    })
    return checking
  }

  return {
    isQuiet,
    check,
    watch(answer) {
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
