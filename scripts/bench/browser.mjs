import { spawn } from 'node:child_process'

/**
 * Drives Chromium over a pipe in its own protocol. Test libraries enable the debugger in every page, which then
 * resolves the full stack of each new `Error` and parses a big script once more. That costs more than many of the
 * things measured here.
 *
 *
 * @typedef {(params: any) => void} Listener
 *
 * @typedef {object} Session one page
 * @property {(method: string, params?: object) => Promise<any>} send
 * @property {(event: string, listen: Listener) => void} on
 *
 * @typedef {object} Browser
 * @property {string} version
 * @property {() => Promise<Session & { close: () => Promise<void> }>} newPage an empty page in a profile of its own
 * @property {() => Promise<void>} close
 */

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-sync',
  '--disable-component-update',
  '--disable-background-networking',
  // Prevents throttling if the machine considers the page hidden.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--remote-debugging-pipe',
]

const WINDOW = '--window-size=1280,800'

/** The browser is killed if it has not quit after this. */
const PATIENCE_MS = 5_000

/** @param {string} executable @param {string} folder for the browser's own files @returns {Promise<Browser>} */
export async function launchBrowser(executable, folder) {
  const child = spawn(executable, [...FLAGS, WINDOW, `--user-data-dir=${folder}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [, , , input, output] = /** @type {any} */ (child.stdio)
  input.on('error', () => {}) // The browser has quit; all pending calls are rejected.
  const ended = new Promise((resolve) => child.once('close', resolve))

  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void, method: string }>} */
  const waiting = new Map()
  /** @type {Map<string, Listener[]>} by session and event */
  const listeners = new Map()
  let last = 0
  let hasEnded = false

  /** @type {(method: string, params?: object, sessionId?: string) => Promise<any>} */
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      if (hasEnded) throw new Error(`${method}: the browser has ended.`)
      const id = ++last
      waiting.set(id, { resolve, reject, method })
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })

  /** @param {any} message */
  function receive({ id, result, error, method, params, sessionId }) {
    const call = waiting.get(id)
    waiting.delete(id)
    if (call && error) call.reject(new Error(`${call.method}: ${error.message}`))
    else if (call) call.resolve(result)
    else for (const listen of listeners.get(`${sessionId} ${method}`) ?? []) listen(params)
  }

  let text = ''
  output.setEncoding('utf8')
  output.on('data', (/** @type {string} */ part) => {
    const messages = (text + part).split('\0')
    text = messages.pop() ?? ''
    for (const message of messages) receive(JSON.parse(message))
  })
  ended.then(() => {
    hasEnded = true
    for (const { reject, method } of waiting.values()) reject(new Error(`${method}: the browser has ended.`))
  })

  const { product } = await send('Browser.getVersion')
  return {
    version: product,
    async newPage() {
      const { browserContextId } = await send('Target.createBrowserContext')
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      return {
        send: (method, params) => send(method, params, sessionId),
        on(event, listen) {
          const key = `${sessionId} ${event}`
          listeners.set(key, [...(listeners.get(key) ?? []), listen])
        },
        async close() {
          await send('Target.disposeBrowserContext', { browserContextId })
          for (const key of listeners.keys()) if (key.startsWith(`${sessionId} `)) listeners.delete(key)
        },
      }
    },
    async close() {
      send('Browser.close').catch(() => {})
      const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      await ended
      clearTimeout(patience)
    },
  }
}
