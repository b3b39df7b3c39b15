import { isModalError, type Messages, ModalError, type Remote, type RemoteId } from '@portico/contracts'
import { RemoteFiles, type RemoteRelease } from '@portico/contracts/services/releaseIndex'
import { safeParse } from 'valibot'
import { federation } from './federation.ts'
import { pinEntry, REMOTE_TIMEOUT_MS } from './pinnedLoader.ts'

type Pinned = RemoteFiles['entry']

/** Releases that have failed once: their files are fetched past the browser's cache, which may hold the bad bytes. */
const failed = new Set<string>()

const get = (url: string, integrity: string, cache: RequestCache) =>
  fetch(url, { integrity, cache, credentials: 'omit', signal: AbortSignal.timeout(REMOTE_TIMEOUT_MS) })

/** A wrong hash and a dead network look alike to `fetch`; asking without the hash tells them apart. */
async function whyNot(url: string, cause: unknown): Promise<ModalError> {
  if ((cause as Error).name === 'TimeoutError') return new ModalError('remote.timeout', { details: { url }, cause })
  const isThere = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(REMOTE_TIMEOUT_MS) }).then(
    (response) => response.ok,
    () => false,
  )
  return new ModalError(isThere ? 'remote.blocked' : 'remote.unreachable', { details: { url }, cause })
}

async function fetchFiles(base: string, release: RemoteRelease, cache: RequestCache): Promise<RemoteFiles> {
  const url = new URL('static.json', base).href
  let body: unknown
  try {
    const response = await get(url, release.integrity, cache)
    if (!response.ok) throw new ModalError('remote.unreachable', { details: { url, status: response.status } })
    body = await response.json()
  } catch (cause) {
    throw isModalError(cause) ? cause : await whyNot(url, cause)
  }
  const files = safeParse(RemoteFiles, body)
  if (!files.success) throw new ModalError('remote.invalid', { details: { url } })
  return files.output
}

/** Entry, expose and view chunks side by side: with their hashes, or the browser would fetch them twice. */
function preload(base: string, files: readonly Pinned[]): () => void {
  const links = files.map(({ file, integrity }) => {
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'script'
    link.crossOrigin = 'anonymous'
    link.integrity = integrity
    link.href = new URL(file, base).href
    document.head.append(link)
    return link
  })
  return () => {
    for (const link of links) link.remove()
  }
}

/**
 * The code of one release: `static.json` by the hash of the signed index, everything else by the hashes in it.
 * `view` is the one that will be shown first; its chunks come along.
 * @throws ModalError `remote.unreachable`, `remote.blocked`, `remote.timeout`, `remote.invalid`
 */
export async function loadRemoteCode(
  id: RemoteId,
  version: string,
  release: RemoteRelease,
  host: string,
  view?: string,
): Promise<Remote> {
  const base = new URL(release.url, host).href
  const cache: RequestCache = failed.has(base) ? 'reload' : 'default'
  let undo = () => {}
  try {
    const files = await fetchFiles(base, release, cache)
    if (files.id !== id || files.version !== version || files.contract !== release.contract) {
      throw new ModalError('remote.invalid', { details: { id, version } })
    }
    const first = [files.entry, ...files.expose, ...((view && files.views[view]) || [])]
    if (cache === 'reload') {
      await Promise.allSettled(first.map(({ file, integrity }) => get(new URL(file, base).href, integrity, cache)))
    } else undo = preload(base, first)
    const entry = new URL(files.entry.file, base).href
    pinEntry(entry, files.entry.integrity)
    federation.registerRemotes([
      { name: files.container, entry, entryGlobalName: files.container, type: 'global', shareScope: 'portico' },
    ])
    const module = await within(federation.loadRemote<{ default: Remote }>(`${files.container}/remote`))
    if (!module?.default) throw new ModalError('remote.invalid', { details: { id, version } })
    failed.delete(base)
    return module.default
  } catch (error) {
    failed.add(base)
    throw isModalError(error) ? error : translate(error, id)
  } finally {
    undo()
  }
}

/** No promise hangs: the runtime's own limit is longer than a visitor's patience. */
function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ModalError('remote.timeout')), REMOTE_TIMEOUT_MS + 500)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** The federation runtime wraps what a hook threw; the code that we gave it is found in its causes or its text. */
function translate(error: unknown, id: RemoteId): ModalError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) if (isModalError(cause)) return cause
  const text = String(error)
  const code = /timeout/i.test(text) ? 'remote.timeout' : 'remote.blocked'
  return new ModalError(code, { details: { id }, cause: error })
}

/**
 * The texts of one release in a language other than English, pinned by `static.json`. Missing or wrong means English.
 */
export async function loadRemoteMessages(release: RemoteRelease, host: string, locale: string): Promise<Messages> {
  const base = new URL(release.url, host).href
  try {
    const { messages } = await fetchFiles(base, release, 'default')
    const pinned = messages[locale]
    if (!pinned) return {}
    const response = await get(new URL(pinned.file, base).href, pinned.integrity, 'default')
    return response.ok ? ((await response.json()) as Messages) : {}
  } catch {
    return {}
  }
}
