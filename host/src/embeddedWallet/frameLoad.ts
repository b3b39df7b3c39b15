import { FRAME_INIT_DELAY_MS, FRAME_LOAD_TIMEOUT_MS, isModalError, type ModalError } from '@portico/contracts'
import type { RequestName, RequestPayload } from '@portico/contracts/embeddedWallet/requests'
import { WITHOUT_LOAD_LIMIT } from '@portico/contracts/embeddedWallet/timing'
import { unlessAborted } from '../async/unlessAborted.ts'
import { type Ask, abortError, type FrameBridge } from './frameBridge.ts'
import { frameError } from './frameErrors.ts'
import { createFrameLife } from './frameLife.ts'

/** Requests that wait, perhaps for as long as the page lives, until somebody signs in. */
const WAITING_MAX = 64

export interface FrameLoad {
  /**
   * As the bridge's, once the frame listens; what does not wait for a visitor's sake has the frame loaded for it. A frame
   * that has died begins anew; what it was asked before is rejected with `frame.stopped`.
   */
  readonly ask: Ask
  /**
   * Loads the frame unless it is there.
   * @throws ModalError as a rejection: `frame.loadFailed`, `frame.domainUnverified`, `frame.unverified`. Who asks again
   *   begins anew.
   */
  load(): Promise<void>
  /**
   * Loads the frame, tells it about the site, and asks on which EVM networks a smart account can be had: chain ids. Once,
   * however many ask, and once more when the frame has begun anew.
   * @throws ModalError as a rejection: those of `load`, `frame.aborted`
   */
  init(): Promise<readonly number[]>
  /** Everything that is waited for is off; a frame that is not there has not been asked for anything. */
  postAbort(): void
  /** Takes the frame away. Nobody waits any more: what is waited for, now or later, is rejected. */
  dispose(): void
}

export interface FrameLoadSetup {
  /** Nobody else has it, and it ends with this. */
  readonly bridge: FrameBridge
  /** Asked before the frame is put into the document, each time. @throws as a rejection what `FrameSetup` says */
  verify(): Promise<void>
  /** Puts the frame into the document; one that is there already begins anew. */
  attach(): void
  detach(): void
  /** Tells when the browser says that the frame cannot be loaded. */
  watchError(onError: () => void): () => void
  /** Whether the project names the origin of this page; also true as long as nobody knows. */
  isPageAllowed(): boolean
  /** What the page says of itself. */
  dappData(): RequestPayload<'SYNC_DAPP_DATA'>
  /** For the owner of the site (rules.md §8). */
  alert(error: ModalError): void
}

interface Deferred {
  readonly promise: Promise<void>
  resolve(): void
  reject(error: ModalError): void
}

function createDeferred(): Deferred {
  let deferred: Omit<Deferred, 'promise'> | undefined
  const promise = new Promise<void>((resolve, reject) => {
    deferred = { resolve, reject }
  })
  promise.catch(() => {}) // whoever waits hears; perhaps nobody does
  return { promise, ...(deferred as unknown as Omit<Deferred, 'promise'>) }
}

/** When the frame loads, and what has to happen before it can be used (secure-frame.md §3). */
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
    // It was reloaded: it knows nothing of what it was asked before.
    if (isThere) {
      bridge.settleAll()
      initialising = undefined
    }
    isThere = true
    there.resolve()
  })

  /** Its process is gone, or its element. Who asks next need not wait for all of it. */
  function startAnew(): void {
    if (!isThere || isOver) return
    isThere = false
    there = createDeferred()
    initialising = undefined
    detach()
    bridge.settleAll('frame.stopped')
    load().then(tellAgain, () => {})
  }

  /** Whoever asks for an approval next asks nothing before, and the frame is to say who asks. */
  const tellAgain = () => void bridge.ask('SYNC_DAPP_DATA', dappData()).catch(() => {})

  function failure(): ModalError {
    const error = frameError(isPageAllowed() ? 'frame.loadFailed' : 'frame.domainUnverified')
    alert(error)
    return error
  }

  /** Settles where the frame may be loaded, or is another one. */
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
    ended.catch(() => {}) // one of the two below hears of it
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
    // What a visitor is to be shown is not given to a frame that shows nothing any more.
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
    // Neither is a reason to keep a visitor from signing in.
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
