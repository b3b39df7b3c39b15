import { readFile } from 'node:fs/promises'
import { createBundles, integrityOf } from './bundles.mjs'
import { pageHtml } from './pageHtml.mjs'
import { safeHtml } from './safeHtml.mjs'
import { securityHeaders } from './securityHeaders.mjs'

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {import('./page/settings.ts').PageSettings} PageSettings
 * @typedef {import('./pageHtml.mjs').PageScript} PageScript
 *
 * @typedef {object} PlaygroundOptions
 * @property {PageSettings} settings
 * @property {readonly string[]} remoteOrigins
 * @property {string} loaderFile the loader on disk, which the page pins
 * @property {boolean} [isFresh] for development: bundles the page's scripts for each request, and reloads the page
 *   after each build
 */

/**
 * Wallets other than those of `wallet.ts`: each script with its query parameters. A page has the script if its query
 * has one of these parameters; the parameter's value sets the wallet's behavior.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const MORE_WALLETS = {
  solanaWallet: ['solana'],
  bitcoinWallets: ['bitcoin', 'xverse', 'leather', 'okx', 'unisat', 'bitget', 'binance'],
  multiWallet: ['multi'],
}

/** @param {PageSettings} settings */
const nodesOf = ({ chains, solana, bitcoin }) => [
  ...chains.map(({ rpcUrl }) => rpcUrl),
  ...[solana?.rpcUrl, solana?.socketUrl, bitcoin?.rpcUrl].filter((url) => url !== undefined),
]

/** The scripts that run before the page is parsed. */
const EARLY_SCRIPTS = ['style', 'wallet', ...Object.keys(MORE_WALLETS)]

/**
 * A shop's page with the modal on it, shaped by its query: `options`, `wallet` (or `wallet=none`), `other`, `legacy`,
 * `solana`, `multi`, `together`, `bitcoin`, `xverse`, `leather`, `okx`, `unisat`, `bitget`, `binance`, `fixture`,
 * `csp`, `policy`, `hostile`, `locale`, `dir`, `modals`, `embed`, `families`. `/safe` frames it as a Safe's interface
 * would.
 * @param {PlaygroundOptions} options
 */
export function createPlayground({ settings, remoteOrigins, loaderFile, isFresh }) {
  const bundles = createBundles({ isFresh })
  /** Pages that wait for the next build (server-sent events). @type {Set<Response>} */
  const waiting = new Set()
  const { host, api, relay, secureSite } = settings.endpoints
  const loaderUrl = `${host}/portico.js`
  const origins = { host, api, rpc: nodesOf(settings), relay, secureSite, remotes: remoteOrigins }

  /**
   * @param {string} name
   * @returns {Promise<PageScript>}
   */
  const ownScript = async (name) => ({
    url: `/${name}.js`,
    integrity: (await bundles.bundle(name))?.integrity,
    isEarly: EARLY_SCRIPTS.includes(name),
  })

  /** @returns {Promise<PageScript>} */
  const loaderScript = async () => {
    const loader = await readFile(loaderFile).catch(() => undefined)
    return { url: loaderUrl, integrity: loader && integrityOf(loader) }
  }

  /** @param {URLSearchParams} query */
  async function scriptsOf(query) {
    const fixture = query.get('fixture')
    return Promise.all([
      ownScript('style'),
      ...(query.get('wallet') === 'none' ? [] : [ownScript('wallet')]),
      ...Object.entries(MORE_WALLETS)
        .filter(([, parameters]) => parameters.some((parameter) => query.has(parameter)))
        .map(([script]) => ownScript(script)),
      loaderScript(),
      ...(fixture ? [ownScript(`fixtures/${fixture}`)] : []),
      ownScript('page'),
      ...(isFresh ? [ownScript('reload')] : []),
    ])
  }

  // Bundles these before the first request; errors surface on first use.
  Promise.allSettled(['style', 'wallet', 'page'].map((name) => bundles.bundle(name)))

  return {
    /**
     * @param {Request} request
     * @param {Response} response
     */
    async answer(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      response.setHeader('cache-control', 'no-cache')
      response.setHeader('x-content-type-options', 'nosniff')

      if (pathname === '/') {
        const html = pageHtml({ query: searchParams, settings, scripts: await scriptsOf(searchParams) })
        response.writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          ...securityHeaders(searchParams, origins),
        })
        return response.end(html)
      }

      if (pathname === '/safe') {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        return response.end(safeHtml({ settings, scripts: ['/safe.js'] }))
      }

      if (pathname === '/built' && isFresh) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
        waiting.add(response)
        return response.once('close', () => waiting.delete(response))
      }

      const script = pathname.match(/^\/(.+)\.js$/)?.[1]
      const bundle = script ? await bundles.bundle(script) : undefined
      if (!bundle) return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' })
      return response.end(bundle.code)
    },

    /** Tells the open pages to reload. */
    built() {
      for (const page of waiting) page.write('data: built\n\n')
    },

    async close() {
      for (const page of waiting) page.end()
      await bundles.dispose()
    },
  }
}
