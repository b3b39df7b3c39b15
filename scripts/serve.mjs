import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { basename, extname, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 *
 * @typedef {object} ServeOptions
 * @property {string} root the folder to serve; folder and files may appear later
 * @property {number} port
 * @property {Record<string, string>} [replaced] replaced files: URL path → file
 * @property {string} [overlay] a folder whose files take precedence over those of `root`
 * @property {number} [brotliQuality] 0 to 11; production servers use 11, which is slow
 *
 * @typedef {object} LocalServer
 * @property {string} url
 * @property {number} port
 * @property {() => Promise<void>} close closes it and every connection
 *
 * @typedef {{ bytes: Buffer, etag: string, encoding?: string }} Representation
 * @typedef {{ version: string, original: Representation, encoded: Map<string, Promise<Representation>> }} CachedFile
 */

const CONTENT_TYPES = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.proof', 'text/plain; charset=utf-8'],
  // The checkpoint of a log (C2SP tlog-tiles) has no extension.
  ['checkpoint', 'text/plain; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
])

/** Other types are already compressed. */
const isCompressible = (/** @type {string} */ type) => type.includes('charset') || type === 'image/svg+xml'

/** Below this size, the encoding header costs more than compression saves. */
const SMALLEST_COMPRESSED_BYTES = 256

/** The content at a path with a version never changes. */
const VERSION_SEGMENT = /\/\d+\.\d+\.\d+[^/]*\//

/** Every file can be embedded by pages of any origin. */
const CROSS_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}

/**
 * Serves the current files of a folder, to this machine only.
 * @param {ServeOptions} options @returns {Promise<LocalServer>}
 */
export function serveFiles({ root, port, replaced = {}, overlay, brotliQuality = 5 }) {
  const files = fileCache(brotliQuality)

  /** @param {Request} request @param {Response} response */
  async function answer(request, response) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(response.setHeader('allow', 'GET, HEAD'), 405)
    const path = pathOf(request)
    const over = path && overlay && fileWithin(overlay, path)
    const found = over && (await files.read(over))
    const file = found ? over : path && (replaced[path] ?? fileWithin(root, path))
    const cached = found || (file && (await files.read(file)))
    if (!file || !cached) return end(response, 404)

    const type = CONTENT_TYPES.get(extname(file) || basename(file)) ?? 'application/octet-stream'
    const encoding = isCompressible(type) ? acceptedEncoding(request.headers['accept-encoding']) : undefined
    const { bytes, etag, encoding: used } = await files.encode(cached, encoding)
    response.setHeader('content-type', type)
    response.setHeader('etag', etag)
    response.setHeader('vary', 'accept-encoding')
    response.setHeader(
      'cache-control',
      VERSION_SEGMENT.test(`/${relative(root, file)}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    if (isUnchanged(request.headers['if-none-match'], etag)) return end(response, 304)
    if (used) response.setHeader('content-encoding', used)
    response.setHeader('content-length', bytes.length)
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  return listenLocally(port, async (request, response) => {
    for (const [name, value] of Object.entries(CROSS_ORIGIN_HEADERS)) response.setHeader(name, value)
    await answer(request, response)
  })
}

/**
 * Starts an HTTP server that only this machine can reach.
 * @param {number} port 0 picks a free port
 * @param {(request: Request, response: Response) => unknown} answer errors that it throws are logged and answered with
 *   500
 * @returns {Promise<LocalServer>}
 * @throws Error that names the port if it is in use
 */
export async function listenLocally(port, answer) {
  const server = createServer(async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      console.error(`${request.method} ${request.url}:`, error)
      end(response, 500)
    }
  })
  await new Promise((done, fail) => {
    server.once('error', (error) => fail('code' in error && error.code === 'EADDRINUSE' ? portInUse(port) : error))
    server.listen(port, '127.0.0.1', () => done(undefined))
  })
  const { port: boundPort } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    port: boundPort,
    url: `http://localhost:${boundPort}`,
    close() {
      const closed = promisify(server.close.bind(server))()
      server.closeAllConnections()
      return closed
    },
  }
}

/** @param {number} port @param {string} [purpose] what it is needed for */
export function portInUse(port, purpose) {
  const use = purpose ? ` (${purpose})` : ''
  return new Error(
    `Port ${port}${use} is in use: end the program that uses it, or set PORT_OFFSET to shift all ports, e.g. PORT_OFFSET=100.`,
  )
}

/** @param {Request} request */
function pathOf(request) {
  const [path = '/'] = (request.url ?? '/').split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** The file at a path, or undefined if it is outside the root. @param {string} root @param {string} path */
export function fileWithin(root, path) {
  if (path.includes('\0')) return undefined
  const folder = resolve(root)
  const file = resolve(folder, `.${path.startsWith('/') ? '' : '/'}${path}${path.endsWith('/') ? 'index.html' : ''}`)
  return file.startsWith(folder + sep) ? file : undefined
}

/** The best encoding accepted by a client. @param {string | string[]} [header] */
function acceptedEncoding(header = '') {
  const entries = String(header).toLowerCase().split(',')
  const accepted = entries
    .map((entry) => entry.trim().split(/\s*;\s*/))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return ['br', 'gzip'].find((encoding) => accepted.includes(encoding))
}

/**
 * RFC 9110 §13.1.2: the comparison is weak, and `*` matches everything.
 * @param {string | undefined} header @param {string} etag
 */
function isUnchanged(header, etag) {
  if (!header) return false
  return header.split(',').some((entry) => ['*', etag].includes(entry.trim().replace(/^W\//, '')))
}

/** @param {Response} response @param {number} status */
function end(response, status) {
  if (response.headersSent) return void response.destroy()
  if (status >= 400) response.setHeader('cache-control', 'no-cache')
  response.writeHead(status).end()
}

/** @param {number} brotliQuality */
function fileCache(brotliQuality) {
  /** @type {Map<string, CachedFile>} */
  const cache = new Map()

  const compressors = {
    br: (/** @type {Buffer} */ bytes) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    gzip: (/** @type {Buffer} */ bytes) => promisify(gzip)(bytes),
  }

  return {
    /** @param {string} file @returns {Promise<CachedFile | undefined>} undefined if there is no such file */
    async read(file) {
      const found = await stat(file, { bigint: true }).catch(() => undefined)
      if (!found?.isFile()) return undefined
      const version = `${found.ino}:${found.size}:${found.mtimeNs}`
      const known = cache.get(file)
      if (known?.version === version) return known
      const bytes = await readFile(file).catch(() => undefined)
      if (!bytes) return undefined
      const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
      const entry = { version, original: { bytes, etag }, encoded: new Map() }
      cache.set(file, entry)
      return entry
    },

    /**
     * @param {CachedFile} file @param {string} [encoding]
     * @returns {Promise<Representation>} in that encoding if that pays off
     */
    async encode({ original, encoded }, encoding) {
      if (original.bytes.length < SMALLEST_COMPRESSED_BYTES) return original
      if (encoding !== 'br' && encoding !== 'gzip') return original
      const known = encoded.get(encoding)
      if (known) return known
      // A strong ETag identifies the exact bytes, so every encoding has its own.
      const etag = original.etag.replace(/"$/, `-${encoding}"`)
      const representation = compressors[encoding](original.bytes).then((bytes) => ({ bytes, etag, encoding }))
      encoded.set(encoding, representation)
      return representation
    },
  }
}
