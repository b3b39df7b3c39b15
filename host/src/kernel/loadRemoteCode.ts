import { isModalError, type Messages, ModalError, type Remote, type RemoteId } from '@portico/contracts'
import { RemoteFiles } from '@portico/contracts/services/laterReleases'
import type { ReleaseIndex, RemoteRelease } from '@portico/contracts/services/releaseIndex'
import { safeParse } from 'valibot'
import { mayBe } from '../loader/mayBe.ts'
import { federation } from './federation.ts'
import { fileError, loadPinned, REMOTE_TIMEOUT_MS } from './loadPinned.ts'
import { pinEntry } from './pinnedLoader.ts'

type Pinned = RemoteFiles['entry']

/** @throws the errors that `loadPinned` handles */
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

/**
 * Preloads entry, expose and view chunks in parallel, each with its hash; otherwise the browser would fetch them twice.
 */
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

/** The hashes of the builds that a developer runs in this tab, by their folder's URL (`releases/developer`). */
const ofDeveloper = new Map<string, string>()

/** Lets one build run from an origin that the index does not name. Only after consent, and only from this computer. */
export const allowDeveloper = ({ url, integrity }: Pick<RemoteRelease, 'url' | 'integrity'>): void =>
  void ofDeveloper.set(url, integrity)

/** The release hash of each container. The runtime caches by name, but another modal may trust other hosts or keys. */
const loaded = new Map<string, string>()

/**
 * Loads the code of one release: `static.json` by its hash in the signed index, everything else by the hashes in
 * `static.json`. `view` is the first view to be shown, whose chunks are loaded too. `index` is the current index.
 * @throws ModalError `remote.unknown` for an origin that the index does not name, `remote.unreachable`,
 *   `remote.blocked`, `remote.timeout`, `remote.invalid`
 */
export async function loadRemoteCode(
  id: RemoteId,
  version: string,
  release: RemoteRelease,
  { host, index }: { readonly host: string; readonly index: ReleaseIndex | undefined },
  view?: string,
): Promise<Remote> {
  const base = new URL(release.url, host).href
  const isOfDeveloper = ofDeveloper.get(base) === release.integrity
  if (!index || !(isOfDeveloper || mayBe(index, 'code', base)))
    throw new ModalError('remote.unknown', { details: { url: base } })
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

/** A release's texts in another language, pinned by `static.json`; English if they are missing or have a wrong hash. */
export async function loadRemoteMessages(release: RemoteRelease, host: string, locale: string): Promise<Messages> {
  const base = new URL(release.url, host).href
  const pinned = (await readFiles(base, release)).messages[locale]
  return pinned ? ((await readJson(new URL(pinned.file, base).href, pinned.integrity)) as Messages) : {}
}
