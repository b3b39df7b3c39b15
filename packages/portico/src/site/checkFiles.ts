import { RemoteFiles } from '@portico/contracts/services/laterReleases'
import type { RemoteRelease, ShellRelease } from '@portico/contracts/services/releaseIndex'
import { array, object, string } from 'valibot'
import { fetchFile, forEachOf, integrityOf } from './fetchFile.ts'
import { readAs } from './readAs.ts'
import { remotesOf, type Site } from './readSite.ts'
import type { Report } from './report.ts'

/** Downloads every file of every live version, and compares it with the hash that pins it. */

const ShellManifest = object({ files: array(object({ file: string(), role: string(), integrity: string() })) })

/** Downloads one file and compares its hash. @returns its content, or undefined if something is wrong with it */
const checkPinned = (url: string, name: string, integrity: string, pinnedBy: string, report: Report) =>
  report.check(name, async () => {
    const content = await fetchFile(url)
    const hash = integrityOf(content)
    if (hash !== integrity) throw new Error(`its hash is ${hash}, but ${pinnedBy} pins ${integrity}`)
    return content
  })

/** A path on the host, or a whole address elsewhere. */
const nameOf = (url: string, host: string) => (url.startsWith(host) ? url.slice(host.length) : url)

/**
 * The chunks and texts of a shell. Its list of files is not pinned by itself, so each file's hash must also be in a file
 * that is already verified: in the shell, in a chunk that the shell pins, or in the loader.
 */
async function checkShell({ url, integrity, version }: ShellRelease, site: Site, report: Report): Promise<void> {
  const entry = new URL(url, site.host).href
  const folder = new URL('./', entry).href
  const name = nameOf(folder, site.host)
  const shell = await checkPinned(entry, nameOf(entry, site.host), integrity, 'the index', report)
  if (!shell) return
  report.ok(nameOf(entry, site.host))
  const manifest = await report.check(`${name}manifest.json`, async () =>
    readAs(ShellManifest, await fetchFile(`${folder}manifest.json`)),
  )
  if (!manifest) return
  const isStart = (role: string) => role === 'start'
  const others = manifest.files.filter(({ role }) => role !== 'shell' && !isStart(role))
  const contents = await forEachOf(others, async ({ file, integrity: listed }) => ({
    file,
    listed,
    content: await checkPinned(folder + file, name + file, listed, 'manifest.json', report),
  }))
  let waiting = contents.filter(({ content }) => content)
  const verified = [...(version === site.loader?.version ? site.loader.texts : []), shell.toString()]
  for (let isMore = true; isMore; ) {
    const pins = verified.join('\n')
    const isPinned = ({ listed, content }: (typeof waiting)[number]) =>
      pins.includes(listed) || pins.includes(integrityOf(content as Buffer, 'sha256'))
    const [now, later] = [waiting.filter(isPinned), waiting.filter((one) => !isPinned(one))]
    for (const { file, content } of now) {
      report.ok(name + file)
      verified.push((content as Buffer).toString())
    }
    waiting = later
    isMore = now.length > 0 && later.length > 0
  }
  for (const { file } of waiting) report.fail(name + file, 'no file of this shell pins it')
}

async function checkRemote(id: string, version: string, release: RemoteRelease, site: Site, report: Report) {
  const folder = new URL(release.url, site.host).href
  const name = nameOf(folder, site.host)
  const content = await checkPinned(
    `${folder}static.json`,
    `${name}static.json`,
    release.integrity,
    'the index',
    report,
  )
  if (!content) return
  const files = await report.check(`${name}static.json`, async () => {
    const read = readAs(RemoteFiles, content)
    if (read.id !== id || read.version !== version) throw new Error(`it is for ${read.id} ${read.version}`)
    report.ok(`${name}static.json`)
    return read
  })
  if (!files) return
  const pinned = [files.entry, ...files.expose, ...Object.values(files.views).flat(), ...Object.values(files.messages)]
  const once = [...new Map(pinned.map((pin) => [pin.file, pin])).values()]
  await forEachOf(once, async ({ file, integrity }) => {
    const found = await checkPinned(folder + file, name + file, integrity, 'static.json', report)
    if (found) report.ok(name + file)
  })
}

/** Checks every shell that is not withdrawn, and every version of every remote. */
export async function checkFiles(site: Site, report: Report): Promise<void> {
  for (const shell of site.index?.shells ?? []) if (!shell.revoked) await checkShell(shell, site, report)
  for (const [id, { versions }] of remotesOf(site)) {
    for (const [version, release] of Object.entries(versions)) await checkRemote(id, version, release, site, report)
  }
}
