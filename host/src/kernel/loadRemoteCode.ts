import { isModalError, type Messages, ModalError, type Remote, type RemoteId } from '@portico/contracts'
import { RemoteFiles } from '@portico/contracts/services/laterReleases'
import type { ReleaseIndex, RemoteRelease } from '@portico/contracts/services/releaseIndex'
import { safeParse } from 'valibot'
import { mayBe } from '../loader/mayBe.ts'
import { federation } from './federation.ts'
import { fileError, loadPinned, REMOTE_TIMEOUT_MS } from './loadPinned.ts'
import { pinEntry } from './pinnedLoader.ts'

type Pinned = RemoteFiles['entry']

/** @throws what `loadPinned` understands */
export async function readJson(url: string, integrity: string): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(REMOTE_TIMEOUT_MS)
    return await (await fetch(url, { integrity, credentials: 'omit', signal })).json()
  } catch (cause) {
    throw fileError(url, (cause as Error).name === 'TimeoutError' ? 'timeout' : 'error', cause)
  }
}

async function readFiles(base: string, release: RemoteRelease): Promise<RemoteFiles> {
  const url = new URL('static.json', base).href
  const files = safeParse(RemoteFiles, await loadPinned(() => readJson(url, release.integrity)))
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
 * Container → hash of the release whose code it holds. The runtime keeps what it has loaded by name, for every modal of
 * the page: one that trusts other hosts or keys must not be given it.
 */
const loaded = new Map<string, string>()

/**
 * The code of one release: `static.json` by the hash of the signed index, everything else by the hashes in it.
 * `view` is the one that will be shown first; its chunks come along. `index` is the one in force.
 * @throws ModalError `remote.unknown` for an origin that the index does not name, `remote.unreachable`, `remote.blocked`, `remote.timeout`, `remote.invalid`
 */
export async function loadRemoteCode(
  id: RemoteId,
  version: string,
  release: RemoteRelease,
  { host, index }: { readonly host: string; readonly index: ReleaseIndex | undefined },
  view?: string,
): Promise<Remote> {
  const base = new URL(release.url, host).href
  if (!index || !mayBe(index, 'code', base)) throw new ModalError('remote.unknown', { details: { url: base } })
  const files = await readFiles(base, release)
  const invalid = (cause?: unknown) => new ModalError('remote.invalid', { details: { id, version }, cause })
  if (files.id !== id || files.version !== version || files.contract !== release.contract) throw invalid()
  if ((loaded.get(files.container) ?? release.integrity) !== release.integrity) throw invalid()
  const undo = preload(base, [files.entry, ...files.expose, ...((view && files.views[view]) || [])])
  const entry = new URL(files.entry.file, base).href
  pinEntry(entry, files.entry.integrity)
  federation.registerRemotes([
    { name: files.container, entry, entryGlobalName: files.container, type: 'global', shareScope: 'portico' },
  ])
  try {
    const module = await loadPinned(() => federation.loadRemote<{ default: Remote }>(`${files.container}/remote`))
    if (!module?.default) throw invalid()
    loaded.set(files.container, release.integrity)
    return module.default
  } catch (error) {
    throw isModalError(error) ? error : invalid(error)
  } finally {
    undo()
  }
}

/**
 * The texts of one release in a language other than English, pinned by `static.json`. Missing or wrong means English.
 */
export async function loadRemoteMessages(release: RemoteRelease, host: string, locale: string): Promise<Messages> {
  const base = new URL(release.url, host).href
  const pinned = (await readFiles(base, release)).messages[locale]
  return pinned ? ((await readJson(new URL(pinned.file, base).href, pinned.integrity)) as Messages) : {}
}
