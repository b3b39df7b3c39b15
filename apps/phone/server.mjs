import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { pageHtml } from './pageHtml.mjs'

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {import('./src/settings.ts').PhoneSettings} PhoneSettings
 * @typedef {{ bytes: Uint8Array, type: string, integrity: string }} File
 *
 * @typedef {object} PhoneOptions
 * @property {PhoneSettings} settings
 * @property {boolean} [isFresh] for development: reads and bundles everything again for each request
 */

const FOLDER = dirname(fileURLToPath(import.meta.url))
const TOKENS = join(FOLDER, '..', '..', 'shared-contracts', 'ui', 'tokens.css')
const TITLE = 'Phone'

/** Deep links and universal links also open the page. */
const PAGE_PATHS = ['/', '/wc']

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'

/** @param {Uint8Array} bytes @param {string} type @returns {File} */
const fileOf = (bytes, type) => ({
  bytes,
  type,
  integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
})

async function bundle() {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(FOLDER, 'src', 'page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    minify: true,
    logLevel: 'silent',
    inject: [join(FOLDER, 'src', 'nodeBuffer.ts')],
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
  })
  return fileOf(outputFiles[0]?.contents ?? new Uint8Array(), JAVASCRIPT)
}

/**
 * The page may reach only the relay and its networks' nodes, so that no library can contact its vendor's servers.
 * @param {PhoneSettings} settings
 */
function contentSecurityPolicy({ relayUrl, networks }) {
  const origins = [relayUrl, ...networks.map(({ url }) => url)].filter((url) => url !== undefined)
  const allowed = new Set(origins.map((url) => new URL(url)).map(({ protocol, host }) => `${protocol}//${host}`))
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src data:`,
    `connect-src ${[...allowed].join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')
}

/**
 * A page that is a pairing wallet with real keys. Bundling takes about a second, so it happens on first use.
 * @param {PhoneOptions} options
 */
export function createPhonePage({ settings, isFresh = false }) {
  /** @type {Map<string, () => Promise<File>>} */
  const sources = new Map([
    ['/phone.js', bundle],
    ['/tokens.css', async () => fileOf(await readFile(TOKENS), CSS)],
    ['/phone.css', async () => fileOf(await readFile(join(FOLDER, 'phone.css')), CSS)],
  ])
  /** @type {Map<string, Promise<File>>} */
  const files = new Map()

  /** @param {string} path */
  function read(path) {
    const known = isFresh && path === '/phone.js' ? undefined : files.get(path)
    const file = known ?? sources.get(path)?.()
    if (!file) return undefined
    files.set(path, file)
    // Failures are not cached.
    file.catch(() => files.delete(path))
    return file
  }

  async function html() {
    /** @param {string} url */
    const link = async (url) => ({ url, integrity: (await read(url))?.integrity ?? '' })
    const [script, ...sheets] = await Promise.all([link('/phone.js'), link('/tokens.css'), link('/phone.css')])
    return pageHtml({ title: TITLE, settings, script, sheets })
  }

  return {
    /** @param {Request} request @param {Response} response */
    async answer(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      response.setHeader('cache-control', 'no-cache')
      response.setHeader('x-content-type-options', 'nosniff')
      response.setHeader('referrer-policy', 'no-referrer')
      if (PAGE_PATHS.includes(pathname)) {
        const page = await html()
        response.setHeader('content-security-policy', contentSecurityPolicy(settings))
        return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
      }
      const file = await read(pathname)
      if (!file) return response.writeHead(404).end()
      return response.writeHead(200, { 'content-type': file.type }).end(file.bytes)
    },
  }
}
