import { webcrypto } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileWithin, listenLocally } from './serve.mjs'

/**
 * What a developer's command serves so that any deployed host's window can run a remote from this computer
 * (docs/decisions/0058-developer-override.md): the builds, a signed statement about the newest one, and a message after
 * each build. Knows no folder of this repository.
 *
 * @typedef {import('@portico/contracts/services/developerOverride').DeveloperStatement} Statement
 * @typedef {Pick<Statement, 'version' | 'release'>} Build `release.url` is relative to the folder
 */

/** As in `shared-contracts/src/services/developerOverride.ts`; a test compares them. */
export const PARAMETER = 'portico-dev'
export const STATEMENT_FILE = 'portico-dev.txt'
export const BUILDS_FILE = 'portico-dev-builds'

const CONTENT_TYPES = /** @type {Record<string, string>} */ ({
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
})

const SCHEME = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** The key of one run of the command. It is never stored. */
async function createSigner() {
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey(SCHEME, false, ['sign', 'verify'])
  const key = Buffer.from(await webcrypto.subtle.exportKey('raw', publicKey)).toString('base64url')
  /** @param {string} document */
  const sign = async (document) => {
    const signature = await webcrypto.subtle.sign(SCHEME, privateKey, Buffer.from(document))
    return `${Buffer.from(signature).toString('base64')}\n${document}`
  }
  return { key, sign }
}

/**
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.folder with a folder for each build
 * @param {string} options.page the page that may read the builds
 * @param {number} options.port
 * @throws Error that names the port if it is in use
 */
export async function serveDeveloper({ id, folder, page, port }) {
  const { key, sign } = await createSigner()
  const reader = new URL(page).origin
  let statement = ''
  /** @type {Build | undefined} */
  let newest
  /** Pages that wait for the next build. @type {Set<import('node:http').ServerResponse>} */
  const waiting = new Set()

  const server = await listenLocally(port, async (request, response) => {
    const { port: own } = server
    // Another site's name may lead to this computer, and its pages must not read what is not published.
    if (![`localhost:${own}`, `127.0.0.1:${own}`].includes(request.headers.host ?? '')) {
      return response.writeHead(403).end()
    }
    response.setHeader('access-control-allow-origin', reader)
    response.setHeader('vary', 'origin')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cache-control', 'no-store')
    if (request.method === 'OPTIONS') {
      // A browser may ask first when a public page requests something from this computer.
      response.setHeader('access-control-allow-methods', 'GET')
      response.setHeader('access-control-allow-private-network', 'true')
      return response.writeHead(204).end()
    }
    if (request.method !== 'GET') return response.writeHead(405, { allow: 'GET, OPTIONS' }).end()
    const { pathname } = new URL(request.url ?? '/', server.url)
    if (pathname === `/${STATEMENT_FILE}`) {
      return response.writeHead(statement ? 200 : 404, { 'content-type': CONTENT_TYPES['.txt'] }).end(statement)
    }
    if (pathname === `/${BUILDS_FILE}`) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      waiting.add(response)
      return void response.once('close', () => waiting.delete(response))
    }
    const file = fileWithin(folder, pathname)
    const content = file && (await readFile(file).catch(() => undefined))
    if (!file || !content) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream' }).end(content)
  })

  return {
    origin: server.url,
    /** Makes a build the newest. Open pages take it at once. @param {Build} build */
    async announce(build) {
      newest = build
      statement = await sign(JSON.stringify({ format: 1, id, ...build }))
      for (const response of waiting) response.write(`data: ${build.version}\n\n`)
    },
    /** The page, asked to run the newest build. @throws Error before the first build */
    link() {
      if (!newest) throw new Error('There is no build yet.')
      const address = new URL(page)
      address.hash = `${PARAMETER}=${[id, server.url, newest.release.integrity, key].join(',')}`
      return address.href
    },
    close: server.close,
  }
}

/** @typedef {Awaited<ReturnType<typeof serveDeveloper>>} DeveloperHost */

/** @param {string} url @returns {Promise<string>} @throws Error if it does not answer with 200 */
async function textAt(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch((error) => {
    throw new Error(`${url} cannot be reached: ${error.cause?.message ?? error.message}.`)
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return response.text()
}

/**
 * The contract that a host offers to remotes, from what it publishes. Checks no signature: the answer only tells a
 * developer what to expect, and the window checks again.
 * @param {string} host its origin
 * @returns {Promise<{ shell: string, contract: string, isOverridable: boolean }>} of the newest shell in use
 * @throws Error that says what is missing
 */
export async function contractOf(host) {
  const base = new URL('/', host)
  const text = await textAt(new URL('release-index.txt', base).href)
  /** @type {import('@portico/contracts/services/releaseIndex').ReleaseIndex} */
  let index
  try {
    index = JSON.parse(text.slice(text.indexOf('\n') + 1))
  } catch {
    throw new Error(`${base.origin} has no release index, so it is not a host.`)
  }
  const [newest] = (index.shells ?? [])
    .filter(({ revoked }) => !revoked)
    .sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))
  if (!newest) throw new Error(`${base.origin} offers no shell.`)
  const manifest = JSON.parse(await textAt(new URL('manifest.json', new URL(newest.url, base)).href))
  if (typeof manifest.contract !== 'string')
    throw new Error(`${base.origin} does not say which contract its shell ${newest.version} offers: it is too old.`)
  return { shell: newest.version, contract: manifest.contract, isOverridable: index.developerOverride !== false }
}
