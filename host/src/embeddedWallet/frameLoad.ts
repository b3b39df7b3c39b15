import { FRAME_INIT_DELAY_MS, FRAME_LOAD_TIMEOUT_MS, isModalError, type ModalError } from '@portico/contracts'
import type { RequestName, RequestPayload } from '@portico/contracts/embeddedWallet/requests'
import { WITHOUT_LOAD_LIMIT } from '@portico/contracts/embeddedWallet/timing'
import { unlessAborted } from '../async/unlessAborted.ts'
import { type Ask, abortError, type FrameBridge } from './frameBridge.ts'
import { frameError } from './frameErrors.ts'
import { createFrameLife } from './frameLife.ts'

/** How many requests may wait for a frame that is loaded only when the visitor signs in, which may never happen. */
const WAITING_MAX = 64

export interface FrameLoad {
  /**
   * Like the bridge's `ask`, but waits until the frame listens. Loads the frame, unless the request has no load limit.
   * A dead frame restarts; its earlier requests are rejected with `frame.stopped`.
   */
  readonly ask: Ask
  /**
   * Loads the frame unless it is loaded already.
   * @throws ModalError as a rejection: `frame.loadFailed`, `frame.domainUnverified`, `frame.unverified`. The next call
   *   tries again.
   */
  load(): Promise<void>
  /**
   * Loads the frame, gives it the site data, and asks which EVM networks have smart accounts. Runs once for all
   * callers, and again after the frame has restarted.
   * @returns chain ids
   * @throws ModalError as a rejection: those of `load`, `frame.aborted`
   */
  init(): Promise<readonly number[]>
  /** Drops all pending requests; does nothing before the frame has loaded. */
  postAbort(): void
  /** Removes the frame and rejects every request, pending or later. */
  dispose(): void
}

export interface FrameLoadSetup {
  /** Owned by the returned object, and disposed of with it. */
  readonly bridge: FrameBridge
  /** Called each time before the frame is put into the document. @throws as a rejection what `FrameSetup` says */
  verify(): Promise<void>
  /** Puts the frame into the document; an attached frame restarts. */
  attach(): void
  detach(): void
  /** Calls back when the browser reports that the frame cannot be loaded. */
  watchError(onError: () => void): () => void
  /** Whether the project lists this page's origin; true while this is unknown. */
  isPageAllowed(): boolean
  /** The page as it describes itself to the frame. */
  dappData(): RequestPayload<'SYNC_DAPP_DATA'>
  /** Alerts the site's owner (rules.md §8). */
  alert(error: ModalError): void
}

function createDeferred() {
  let resolve = () => {}
  let reject = (_: ModalError) => {}
  const promise = new Promise<void>((done, fail) => {
    resolve = done
    reject = fail
  })
  promise.catch(() => {}) // rejections reach the callers, if there are any
  return { promise, resolve, reject }
}

/** Loads the frame and prepares it for use (secure-frame.md §3). */
export function createFrameLoad(setup: FrameLoadSetup): FrameLoad {
  const { bridge, verify, attach, detach, watchError, isPageAllowed, dappData, alert } = setup
  let there = createDeferred()
  const over = createDeferred()
  let isThere = false
  let isOver = false
  let loading: Promise<void> | undefined
  let initialising: Promise<readonly number[]> | undefined
  let waiting = 0

  const life = createFrameLife({ bridge, onDead: startAnew })

  const stopWatching = bridge.watchReady(() => {
    // A frame that was reloaded has lost its earlier requests.
    if (isThere) {
      bridge.settleAll()
      initialising = undefined
    }
    isThere = true
    there.resolve()
  })

  /** Replaces a frame whose process or element is gone, so that the next request need not wait for a full load. */
  function startAnew(): void {
    if (!isThere || isOver) return
    isThere = false
    there = createDeferred()
    initialising = undefined
    detach()
    bridge.settleAll('frame.stopped')
    load().then(tellAgain, () => {})
  }

  /** Sent again because approval requests do not wait for `init`, and the frame must show which site asks. */
  const tellAgain = () => void bridge.ask('SYNC_DAPP_DATA', dappData()).catch(() => {})

  function failure(): ModalError {
    const error = frameError(isPageAllowed() ? 'frame.loadFailed' : 'frame.domainUnverified')
    alert(error)
    return error
  }

  /** Resolves if the frame may be loaded; rejects if it differs from the signed one. */
  function verified(fail: () => void): Promise<void> {
    return verify().catch((error: unknown) => {
      if (!isModalError(error)) {
        fail()
        return over.promise
      }
      alert(error)
      throw error
    })
  }

  async function begin(): Promise<void> {
    const failed = createDeferred()
    const timer = setTimeout(failed.resolve, FRAME_LOAD_TIMEOUT_MS)
    const stopWatchingError = watchError(failed.resolve)
    const ended = Promise.race([over.promise, failed.promise.then(() => Promise.reject(failure()))])
    ended.catch(() => {}) // a rejection is handled by one of the races below
    try {
      await Promise.race([verified(failed.resolve), ended])
      attach()
      await Promise.race([there.promise, ended])
    } finally {
      clearTimeout(timer)
      stopWatchingError()
    }
  }

  function load(): Promise<void> {
    if (isOver) return over.promise
    if (isThere) return there.promise
    loading ??= begin().finally(() => {
      loading = undefined
    })
    return loading
  }

  async function readyFor(name: RequestName): Promise<void> {
    if (isThere || isOver || !WITHOUT_LOAD_LIMIT.includes(name)) return load()
    if (waiting >= WAITING_MAX) throw frameError('frame.failed', { details: { name } })
    waiting += 1
    try {
      await Promise.race([there.promise, over.promise])
    } finally {
      waiting -= 1
    }
  }

  const ask: Ask = async (name, ...args) => {
    const aborted = () => abortError(name)
    if (args[1]?.aborted) throw aborted()
    await unlessAborted(readyFor(name), args[1], aborted)
    // Makes sure that the frame is alive before it has to show something to the visitor.
    if (name === 'RPC_REQUEST' && life.isQuiet()) await unlessAborted(life.check().then(load), args[1], aborted)
    const answer = bridge.ask(name, ...args)
    life.watch(answer)
    answer.catch((error: unknown) => {
      if (isModalError(error) && error.code === 'frame.notSet') startAnew()
    })
    return answer
  }

  async function settleIn(isCurrent: () => boolean): Promise<readonly number[]> {
    const rested = createDeferred()
    const timer = setTimeout(rested.resolve, FRAME_INIT_DELAY_MS)
    await Promise.race([rested.promise, over.promise]).finally(() => clearTimeout(timer))
    // If either request fails, the visitor can still sign in.
    await ask('SYNC_DAPP_DATA', dappData()).catch(() => {})
    const answer = await ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS').catch(() => undefined)
    if (!isCurrent()) throw abortError('GET_SMART_ACCOUNT_ENABLED_NETWORKS')
    return answer?.smartAccountEnabledNetworks ?? []
  }

  return {
    ask,
    load,
    init() {
      if (initialising) return initialising
      const begun: Promise<readonly number[]> = load().then(() => settleIn(() => initialising === begun))
      initialising = begun
      begun.catch(() => {
        if (initialising === begun) initialising = undefined
      })
      return begun
    },
    postAbort() {
      if (isThere) bridge.postAbort()
    },
    dispose() {
      isOver = true
      stopWatching()
      life.stop()
      initialising = undefined
      over.reject(frameError('frame.aborted'))
      bridge.dispose()
      detach()
    },
  }
}
