import { setTimeout as wait } from 'node:timers/promises'
import { standInDirectory } from './standInDirectory.mjs'

/**
 * @typedef {import('./browser.mjs').Browser} Browser
 * @typedef {import('./browser.mjs').Session} Session
 * @typedef {import('../../tests/bench/probe.ts').Opening} Opening
 * @typedef {import('./requests.mjs').SentRequest} SentRequest
 *
 * @typedef {object} PressOptions
 * @property {number} [restMs] how long the pointer rests on the button before the press
 *
 * @typedef {object} Counters
 * @property {number} heapBytes
 * @property {number} nodes
 * @property {number} listeners
 *
 * @typedef {object} Visitor
 * @property {Session} session
 * @property {readonly SentRequest[]} requests in the order they were sent
 * @property {() => Promise<void>} untilMounted resolves when the modal is mounted and closed
 * @property {(options?: PressOptions) => Promise<Opening>} open points at the button, presses it, waits until the list
 *   is stable
 * @property {() => Promise<void>} close closes the modal with Escape
 * @property {() => Promise<number>} openAllWallets presses the row for all wallets in the open list; ms to the first
 *   card
 * @property {() => Promise<number>} openCode presses the row for the code in the open list; ms until it is drawn
 * @property {(text: string) => Promise<number>} search types into the search field; ms from the last key to the results
 * @property {() => Promise<number>} scrollFrames scrolls all wallets; ms per frame, 95th percentile
 * @property {(selector: string) => Promise<number>} shown number of matches in page and modal
 * @property {() => Promise<void>} untilQuiet resolves when network and page are idle
 * @property {() => Promise<Counters>} count what the page holds after garbage collection
 */

/** A mid-range phone on the browser tools' "Fast 4G" (latency per request). */
const CPU_SLOWDOWN = 4
const FAST_4G = { offline: false, latency: 165, downloadThroughput: 8_100_000 / 8, uploadThroughput: 1_350_000 / 8 }

const QUIET_MS = 500
const POLL_MS = 20
/** Interval between the keys of a fast typist. */
const KEY_MS = 80
/** Timeout for anything the page is expected to do. */
const PATIENCE_MS = 20_000
/** Six hundred frames take at least ten seconds, and longer on a slowed processor. */
const SCROLL_PATIENCE_MS = 120_000

/** Outside the button, so that the next move enters it. */
const ELSEWHERE = { x: 700, y: 700 }

/**
 * Opens the page in its own profile and passes it to `run`.
 * @template T
 * @param {Browser} browser @param {string} url
 * @param {{ isSlowed?: boolean | 'line', wallets?: number }} options `line`: slows only the network; `wallets`:
 *   replaces the services' directory with one of this size
 * @param {(visitor: Visitor) => Promise<T>} run @returns {Promise<T>}
 */
export async function visitPage(browser, url, { isSlowed = true, wallets }, run) {
  const page = await browser.newPage()
  try {
    await page.send('Performance.enable')
    await page.send('Page.enable')
    const { requests, inFlight } = await listenToRequests(page)
    if (isSlowed === true) await page.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    if (isSlowed) await page.send('Network.emulateNetworkConditions', FAST_4G)
    if (wallets) await standInDirectory(page, wallets, isSlowed ? FAST_4G.latency : 0)
    const loaded = new Promise((resolve) => page.on('Page.loadEventFired', resolve))
    await page.send('Page.navigate', { url })
    await loaded
    const visitor = createVisitor(page, requests, inFlight)
    await visitor.untilQuiet()
    return await run(visitor)
  } finally {
    await page.close()
  }
}

/** @param {Session} session */
async function listenToRequests(session) {
  /** @type {SentRequest[]} */
  const requests = []
  /** @type {Map<string, SentRequest>} */
  const inFlight = new Map()
  let navigationStart = 0
  const end = (/** @type {string} */ id, /** @type {number} */ timestamp, bytes = 0) => {
    const request = inFlight.get(id)
    inFlight.delete(id)
    if (!request) return
    // So far, `request.bytes` counts only what came before the body.
    const bodyBytes = Math.max(0, bytes - request.bytes)
    Object.assign(request, { endMs: (timestamp - navigationStart) * 1000, bytes, bodyBytes })
  }
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, timestamp, type }) => {
    if (type === 'Document') navigationStart = timestamp
    if (!/^https?:/.test(url)) return
    const request = {
      url,
      type: type ?? 'Other',
      startMs: (timestamp - navigationStart) * 1000,
      endMs: Infinity,
      bytes: 0,
      bodyBytes: 0,
    }
    requests.push(request)
    inFlight.set(requestId, request)
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = inFlight.get(requestId)
    if (request) request.bytes = response.encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    end(requestId, timestamp, encodedDataLength),
  )
  session.on('Network.loadingFailed', ({ requestId, timestamp }) => end(requestId, timestamp))
  await session.send('Network.enable')
  return { requests, inFlight }
}

/**
 * @param {Session} session @param {readonly SentRequest[]} requests
 * @param {ReadonlyMap<string, SentRequest>} inFlight @returns {Visitor}
 */
function createVisitor(session, requests, inFlight) {
  let presses = 0

  /** @param {string} expression @param {number} [patienceMs] @returns {Promise<any>} */
  async function evaluate(expression, patienceMs = PATIENCE_MS) {
    const late = wait(patienceMs, undefined, { ref: false }).then(() => {
      throw new Error(`Still waiting for ${expression} after ${patienceMs} ms.`)
    })
    const answer = session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    const { result, exceptionDetails } = await Promise.race([answer, late])
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  /** @param {'mouseMoved' | 'mousePressed' | 'mouseReleased'} type @param {{ x: number, y: number }} place */
  const mouse = (type, place) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      ...place,
      ...(type !== 'mouseMoved' && { button: 'left', clickCount: 1 }),
    })

  /** A quick press. The page must not become idle between the move and the press, so neither is awaited alone. */
  const press = (/** @type {{ x: number, y: number }} */ place) =>
    Promise.all([mouse('mouseMoved', place), mouse('mousePressed', place), mouse('mouseReleased', place)])

  async function untilQuiet() {
    for (let quietSince = performance.now(); performance.now() - quietSince < QUIET_MS; await wait(POLL_MS)) {
      if (inFlight.size > 0) quietSince = performance.now()
    }
    await evaluate('bench.idle()')
  }

  return {
    session,
    requests,
    untilQuiet,
    untilMounted: () => evaluate('bench.mounted()'),
    async open({ restMs = 0 } = {}) {
      const button = await evaluate(
        `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(document.querySelector('#open').getBoundingClientRect())`,
      )
      await mouse('mouseMoved', ELSEWHERE)
      // Not awaited one by one: the page must not become idle between the move and its press.
      const moved = mouse('mouseMoved', button)
      if (restMs) await wait(restMs)
      await Promise.all([moved, mouse('mousePressed', button), mouse('mouseReleased', button)])
      return evaluate(`bench.opening(${presses++})`)
    },
    async close() {
      for (const type of /** @type {const} */ (['keyDown', 'keyUp'])) {
        await session.send('Input.dispatchKeyEvent', { type, key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 })
      }
      await evaluate('bench.closed()')
    },
    async openAllWallets() {
      await press(await evaluate('bench.allWalletsRow()'))
      return evaluate('bench.firstCard()')
    },
    async openCode() {
      await press(await evaluate('bench.codeRow()'))
      return evaluate('bench.code()')
    },
    async search(text) {
      await evaluate('bench.toSearch()')
      for (const key of text.slice(0, -1)) {
        await session.send('Input.insertText', { text: key })
        await wait(KEY_MS)
      }
      await evaluate(`bench.lookFor(${JSON.stringify(text)})`)
      await session.send('Input.insertText', { text: text.slice(-1) })
      return evaluate('bench.found()')
    },
    scrollFrames: () => evaluate('bench.scrolledFrames()', SCROLL_PATIENCE_MS),
    shown: (selector) => evaluate(`bench.shown(${JSON.stringify(selector)})`),
    async count() {
      // One collection can make more garbage for the next.
      for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
      const { metrics } = await session.send('Performance.getMetrics')
      const metric = (/** @type {string} */ wanted) =>
        metrics.find((/** @type {{ name: string }} */ { name }) => name === wanted)?.value
      return {
        heapBytes: metric('JSHeapUsedSize'),
        nodes: metric('Nodes'),
        listeners: metric('JSEventListeners'),
      }
    },
  }
}
