import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { integrityOf } from '@portico/remote/integrity'
import { type IndexOptions, writeReleaseIndex } from '../../scripts/build/releaseIndex.mjs'
import { publicKeysOf, readReleaseKeys } from '../../scripts/build/releaseKeys.mjs'
import { serveFiles } from '../../scripts/serve.mjs'

/** A host with a loader, a shell and two remotes in small files, served and signed like a real one. */
export interface SmallSite {
  readonly url: string
  /** Its build; `host` and `remotes` in it are served. */
  readonly dist: string
  /** The paths of all files that are served, relative to `dist`. */
  files(): string[]
  /** Signs the index of the current build. */
  sign(options?: Partial<IndexOptions>): void
  /** Adds or replaces a version of a remote, without signing. */
  build(id: string, version: string, content?: string): void
  /** Keeps a copy of everything. @returns puts it back */
  keep(): () => void
  stop(): Promise<void>
}

/** A shell of two chunks, in which the second is pinned by the first. */
function buildHost(dist: string): void {
  const write = (path: string, content: string) => {
    const file = join(dist, 'host', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return integrityOf(content)
  }
  const folder = 'shell/0.1.0'
  const second = write(`${folder}/second.js`, 'second()')
  const first = write(`${folder}/first.js`, `load("second.js","${second}")`)
  const shell = write(`${folder}/shell.js`, `load("first.js","${first}")`)
  const keys = publicKeysOf(readReleaseKeys('http://localhost'))
  const starting = `start(${JSON.stringify(keys)},"${folder}/shell.js","${shell}")`
  const start = write(`${folder}/start.0a1b2c3d.js`, starting)
  const files = [
    { file: 'shell.js', role: 'shell', integrity: shell },
    { file: 'start.0a1b2c3d.js', role: 'start', integrity: start },
    { file: 'first.js', role: 'chunk:first', integrity: first },
    { file: 'second.js', role: 'chunk:second', integrity: second },
  ]
  write(`${folder}/manifest.json`, JSON.stringify({ files }))
  const short = integrityOf(starting, 'sha256')
  for (const name of ['portico.js', 'portico.mjs'])
    write(name, `run("${folder}/start.0a1b2c3d.js","${short}","${name}")`)
}

function buildRemote(dist: string, id: string, version: string, content = 'view()'): void {
  const folder = join(dist, 'remotes', id, version)
  mkdirSync(folder, { recursive: true })
  const pin = (file: string, text: string) => {
    writeFileSync(join(folder, file), text)
    return { file, integrity: integrityOf(text) }
  }
  const half = { messages: {}, views: {}, slots: {} }
  writeFileSync(join(folder, 'half.json'), JSON.stringify(half))
  const files = {
    id,
    version,
    contract: '^2.0.0',
    container: `portico_${id}`,
    entry: pin('remoteEntry.js', `entry("${id}")`),
    expose: [pin('expose.js', 'expose()')],
    views: { Wallet: [pin('view.js', content)] },
    messages: { de: pin('de.json', '{}') },
  }
  writeFileSync(join(folder, 'static.json'), JSON.stringify(files))
}

export async function startSmallSite(): Promise<SmallSite> {
  const parent = mkdtempSync(join(tmpdir(), 'portico-site-'))
  const dist = join(parent, 'dist')
  buildHost(dist)
  const build = (id: string, version: string, content?: string) => buildRemote(dist, id, version, content)
  build('receive', '1.0.0')
  build('swaps', '2.0.0')
  const server = await serveFiles({ root: join(dist, 'host'), port: 0, overlay: dist })
  const sign = (options?: Partial<IndexOptions>) => {
    writeReleaseIndex({ dist, deployment: { audience: [server.url] }, ...options })
  }
  sign()
  let copies = 0
  return {
    url: server.url,
    dist,
    sign,
    build,
    files: () =>
      readdirSync(dist, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(dist.length + 1)),
    keep() {
      const copy = join(parent, `copy-${copies++}`)
      cpSync(dist, copy, { recursive: true })
      return () => {
        rmSync(dist, { recursive: true })
        cpSync(copy, dist, { recursive: true })
      }
    },
    async stop() {
      await server.close()
      rmSync(parent, { recursive: true })
    },
  }
}
