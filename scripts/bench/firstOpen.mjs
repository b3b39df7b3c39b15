import { visitPage } from './visitPage.mjs'

/**
 * @typedef {import('./browser.mjs').Browser} Browser
 * @typedef {import('./deployment.mjs').Deployment} Deployment
 * @typedef {import('./requests.mjs').SentRequest} SentRequest
 *
 * @typedef {object} FirstOpen
 * @property {SentRequest[]} counted requests from the press to the painted list, plus those for what draws login,
 *   whenever they came: its chunk of the shell, and the messages of its remotes
 * @property {SentRequest[]} later all other requests, until the network is idle
 * @property {Record<keyof typeof LOGIN, number>} shown how many elements of each kind were shown at the end
 */

/** The elements that login draws in the first view, and those that it must do without. */
const LOGIN = {
  emailFields: '[data-testid="wui-email-input"]',
  providers: '[data-testid^="social-selector-"]',
  frames: 'iframe',
}

/**
 * A visitor opens the modal for the first time and waits until the network is idle. Only the network is slowed: the
 * list is painted long before the directory answers, whatever else the machine does.
 * @param {Browser} browser
 * @param {string} url of a page of the deployment
 * @param {Deployment['isOfLogin']} isOfLogin
 * @returns {Promise<FirstOpen>} icons are left out
 */
export const openFirst = (browser, url, isOfLogin) =>
  visitPage(browser, url, { isSlowed: 'line' }, async ({ open, requests, shown, untilQuiet }) => {
    // Uses the order of the requests, because the page's clock starts before the browser's, sometimes by a lot.
    const before = requests.length
    const { painted } = await open()
    await untilQuiet()
    const sent = requests.slice(before).filter(({ type }) => type !== 'Image')
    const isCounted = (/** @type {SentRequest} */ { url, startMs }) => startMs <= painted || isOfLogin(url)
    return {
      counted: sent.filter(isCounted),
      later: sent.filter((request) => !isCounted(request)),
      shown: {
        emailFields: await shown(LOGIN.emailFields),
        providers: await shown(LOGIN.providers),
        frames: await shown(LOGIN.frames),
      },
    }
  })

/** @param {readonly SentRequest[]} requests */
export const bodyBytes = (requests) => requests.reduce((total, request) => total + request.bodyBytes, 0)

/**
 * One visitor without login and one with both kinds, in the heaviest language.
 * @param {Browser} browser @param {Deployment} deployment
 * @returns {Promise<Record<string, number>>} samples by id, in kB
 */
export async function measureFirstOpen(browser, { page, heaviest, isOfLogin }) {
  const off = await openFirst(browser, page('off', heaviest), isOfLogin)
  const on = await openFirst(browser, page('on', heaviest), isOfLogin)
  const added = (/** @type {'counted' | 'later'} */ part) => (bodyBytes(on[part]) - bodyBytes(off[part])) / 1e3
  return {
    'login.off': bodyBytes(off.counted) / 1e3,
    'login.on': bodyBytes(on.counted) / 1e3,
    'login.added': added('counted'),
    'login.later': added('later'),
  }
}
