import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'

/**
 * The console's page, and the admin API below the same origin, so that an operator's session never crosses an origin
 * (decision 0057). `npm start` serves this; `build.mjs` writes the same files for a web server.
 *
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {{ bytes: Uint8Array, type: string }} File
 *
 * @typedef {object} ConsoleOptions
 * @property {string} services where `/admin` is
 * @property {boolean} [isFresh] for development: bundles everything again for each request
 */

const FOLDER = dirname(fileURLToPath(import.meta.url))
const TOKENS = join(FOLDER, '..', '..', 'shared-contracts', 'ui', 'tokens.css')
const HTML = 'text/html; charset=utf-8'
const JAVASCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'

/** The page's files, keyed by path. @returns {Promise<Map<string, File>>} */
export async function buildConsole() {
  const { outputFiles } = await esbuild.build({
    entryPoints: { console: join(FOLDER, 'src', 'page.tsx') },
    bundle: true,
    write: false,
    outdir: '/',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const bundled = (/** @type {string} */ ending) =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.contents ?? new Uint8Array()
  const files = new Map([
    ['/console.js', { bytes: bundled('.js'), type: JAVASCRIPT }],
    ['/console.css', { bytes: Buffer.concat([await readFile(TOKENS), bundled('.css')]), type: CSS }],
  ])
  const hashed = Object.fromEntries([...files].map(([path, { bytes }]) => [path, integrityOf(bytes)]))
  files.set('/', { bytes: Buffer.from(pageHtml(hashed)), type: HTML })
  return files
}

/** @param {Uint8Array} bytes */
const integrityOf = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** @param {Record<string, string>} integrity */
const pageHtml = (integrity) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Portico console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console.css" integrity="${integrity['/console.css']}">
<script src="/console.js" integrity="${integrity['/console.js']}" defer></script>
</head>
<body class="tokens console"><div id="root"></div></body>
</html>
`

/** The page runs its own files and asks its own origin, nothing else. */
export const CONTENT_SECURITY_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** @param {Request} request @param {Response} response @param {URL} services */
function forward(request, response, services) {
  const { hostname, port } = services
  const { host: _, connection: __, ...headers } = request.headers
  const onward = httpRequest(
    { hostname, port, method: request.method, path: request.url, headers: { ...headers, host: services.host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  onward.once('error', () => {
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { code: 'services.silent', message: 'The services do not answer' } }))
  })
  request.pipe(onward)
}

/** Bundling takes about a second, so it happens on first use. @param {ConsoleOptions} options */
export function createConsole({ services, isFresh = false }) {
  const servicesUrl = new URL(services)
  /** @type {Promise<Map<string, File>> | undefined} */
  let built

  return {
    /** @param {Request} request @param {Response} response */
    async answer(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname === '/admin' || pathname.startsWith('/admin/')) return forward(request, response, servicesUrl)
      if (!built || (isFresh && pathname === '/')) built = buildConsole()
      // A failed build is tried again.
      built.catch(() => {
        built = undefined
      })
      const file = (await built).get(pathname)
      response.setHeader('cache-control', 'no-cache')
      response.setHeader('x-content-type-options', 'nosniff')
      response.setHeader('referrer-policy', 'no-referrer')
      response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY)
      if (!file) return response.writeHead(404).end()
      return response.writeHead(200, { 'content-type': file.type }).end(file.bytes)
    },
  }
}
