import { median } from './goals.mjs'
import { longestRow, sentBetween, totalBytes } from './requests.mjs'
import { REGISTRY_SIZE } from './site.mjs'
import { visitPage } from './visitPage.mjs'

/**
 * @typedef {import('./browser.mjs').Browser} Browser
 * @typedef {import('./site.mjs').Site} Site
 * @typedef {import('./requests.mjs').SentRequest} SentRequest
 * @typedef {import('./visitPage.mjs').Visitor} Visitor
 *
 * @typedef {(browser: Browser, name: string, url: string) => Promise<Record<string, number>>} Measure gives samples by id
 *
 * @typedef {object} Variant
 * @property {string} id
 * @property {string} product
 * @property {(site: Site) => string} url
 * @property {boolean} [isPrepared] whether the modal is loaded and evaluated before the press
 * @property {number} [restMs] how long the pointer rests on the button before the first press
 */

/** In run order. The floor comes twice, because everything is compared with it. @type {readonly Variant[]} */
export const VARIANTS = [
  { id: 'floor', product: 'floor', url: ({ floor }) => floor },
  { id: 'idle', product: 'portico', url: ({ portico }) => portico('idle'), isPrepared: true },
  { id: 'intent300', product: 'portico', url: ({ portico }) => portico('intent'), restMs: 300 },
  { id: 'intent60', product: 'portico', url: ({ portico }) => portico('intent'), restMs: 60 },
  { id: 'none', product: 'portico', url: ({ portico }) => portico('none') },
  { id: 'floor', product: 'floor', url: ({ floor }) => floor },
]

/** Files that both pages have. */
const OWN_FILES = /\/(probe|wallet|porticoPage)\.js$/

/** @param {readonly SentRequest[]} requests */
const ofProduct = (requests) => requests.filter(({ url, type }) => type !== 'Document' && !OWN_FILES.test(url))

/** @param {readonly SentRequest[]} requests */
const kB = (requests) => totalBytes(requests) / 1e3

const CYCLES = 50
/** After this many openings and closings, everything exists that is deliberately kept. */
const FIRST_CYCLES = 3

/** @param {Visitor} visitor */
async function openAgain({ open, close, untilQuiet }) {
  await untilQuiet()
  await close()
  await untilQuiet()
  return open()
}

/**
 * One visitor opens and closes the modal three times. The middle opening counts: it takes only two or three frames, and
 * the machine delays some of them.
 * @param {Browser} browser @param {Site} site @param {Variant} variant
 * @returns {Promise<Record<string, number>>} samples by id
 */
export const measureOpening = (browser, site, { id, product, url, restMs, isPrepared }) =>
  visitPage(browser, url(site), {}, async (visitor) => {
    if (isPrepared) {
      await visitor.untilMounted()
      await visitor.untilQuiet()
    }
    const atLoad = ofProduct(visitor.requests)
    const first = await visitor.open({ restMs })
    const sent = sentBetween(visitor.requests, Math.min(first.hover, first.press), first.painted)
    const again = [await openAgain(visitor), await openAgain(visitor), await openAgain(visitor)]
    const isCold = restMs === undefined && !isPrepared
    return {
      [`${id}.first`]: first.painted - first.press,
      [`${product}.second`]: median(again.map(({ painted, press }) => painted - press)),
      [`${product}.still`]: median(again.map(({ still, press }) => still - press)),
      ...(isCold && {
        [`${product}.scripts`]: kB(atLoad.filter(({ type }) => type === 'Script')),
        [`${product}.bytes`]: kB([...atLoad, ...sent]),
        [`${product}.requests`]: sent.length,
        [`${product}.row`]: longestRow(sent, first.painted),
        [`${product}.preflights`]: sent.filter(({ type }) => type === 'Preflight').length,
      }),
    }
  })

/** Matches wallets in both directories. */
const SEARCHED = 'wallet 3'

/**
 * One visitor opens all wallets right after the list is painted, and searches.
 * @type {Measure} with the name of the product
 */
export const measureWallets = (browser, product, url) =>
  visitPage(browser, url, { wallets: REGISTRY_SIZE }, async (visitor) => {
    const { open, openAllWallets, search, untilMounted, untilQuiet } = visitor
    if (product === 'portico') {
      await untilMounted()
      await untilQuiet()
    }
    await open({ restMs: 300 })
    await untilQuiet()
    const card = await openAllWallets()
    await untilQuiet()
    return { [`${product}.card`]: card, [`${product}.search`]: await search(SEARCHED) }
  })

/**
 * One visitor opens the QR code, with the list painted and the network idle; `url` decides what is already loaded. The
 * browser cannot slow sockets.
 * @type {Measure} with the id of the sample
 */
export const measureCode = (browser, id, url) =>
  visitPage(browser, url, {}, async ({ open, openCode, untilQuiet }) => {
    await open({ restMs: 300 })
    await untilQuiet()
    return { [id]: await openCode() }
  })

/** @param {Browser} browser @param {string} url @returns {Promise<Record<string, number>>} samples by id */
export const measureScrolling = (browser, url) =>
  visitPage(browser, url, { wallets: 5_000 }, async ({ open, openAllWallets, scrollFrames, untilQuiet }) => {
    await open({ restMs: 300 })
    await untilQuiet()
    await openAllWallets()
    await untilQuiet()
    return { 'portico.frame': await scrollFrames() }
  })

/**
 * The memory of the open list, and what remains after opening and closing it many times.
 * @type {Measure} with the name of the product
 */
export const measureLeftovers = (browser, product, url) =>
  visitPage(browser, url, { isSlowed: false }, async (visitor) => {
    const { open, close, untilQuiet, count } = visitor
    const page = await count()
    await open()
    await untilQuiet()
    const list = await count()
    await close()

    const cycle = async (/** @type {number} */ times) => {
      for (let done = 0; done < times; done++) {
        await open()
        await close()
      }
      await untilQuiet()
      return count()
    }
    const before = await cycle(FIRST_CYCLES)
    const after = await cycle(CYCLES)
    return {
      [`${product}.heap`]: (list.heapBytes - page.heapBytes) / 1e6,
      [`${product}.nodes`]: after.nodes - before.nodes,
      [`${product}.listeners`]: after.listeners - before.listeners,
      [`${product}.growth`]: (after.heapBytes - before.heapBytes) / CYCLES / 1e3,
    }
  })
