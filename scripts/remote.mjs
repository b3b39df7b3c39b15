/**
 * A feature team's commands: `npm run remote -- list | publish <id> [<version>] | promote <id> <version> [<channel>] |
 * rollback <id> [<channel>]`. They change one remote's entry in the signed index and nothing of anybody else.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setup } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const STABLE = 'stable'
const USAGE =
  'npm run remote -- list | publish <id> [<version>] | promote <id> <version> [<channel>] | rollback <id> [<channel>]'

/** The index of the running local stack, else the one of the last build. */
function indexFile() {
  const named = process.env.PORTICO_RELEASE_INDEX
  const local = join(root, `.portico/release-index-${process.env.PORT_OFFSET ?? 0}.txt`)
  const file = named ?? (existsSync(local) ? local : join(dist, 'host/release-index.txt'))
  if (!existsSync(file)) throw new Error('There is no release index yet: run `npm run build` or `npm start` first.')
  return file
}

/** @param {string[]} args */
async function run([command, id = '', ...rest]) {
  const { changeIndex, promote, readIndex, remoteOf, rollBack } = await import('./build/changeIndex.mjs')
  const file = indexFile()
  const origin = process.env.PORTICO_ORIGIN ?? 'http://localhost'

  switch (command) {
    case 'list': {
      for (const [name, remote] of Object.entries(readIndex(file).remotes)) {
        const channels = Object.entries(remote.channels).map(
          ([channel, versions]) => `${channel}: ${versions.join(', ')}`,
        )
        console.log(`${name.padEnd(14)}${channels.join('; ')}   live: ${Object.keys(remote.versions).join(', ')}`)
      }
      return
    }
    case 'publish': {
      const manifest = join(root, 'remotes', id, 'package.json')
      if (!existsSync(manifest)) throw new Error(`There is no folder remotes/${id}.`)
      const version = rest[0] ?? JSON.parse(readFileSync(manifest, 'utf8')).version
      const { buildRemote } = await import('./build.mjs')
      const { releaseOf } = await import('./build/releaseIndex.mjs')
      await buildRemote(id, dist, version)
      changeIndex(
        file,
        (index) => {
          const remotes = /** @type {Record<string, import('./build/changeIndex.mjs').RemoteEntry>} */ (index.remotes)
          const remote = remotes[id] ?? { channels: {}, versions: {} }
          remotes[id] = remote
          // It is served where its other versions are.
          const url = Object.values(remote.versions)[0]?.url.replace(/[^/]+\/$/, `${version}/`)
          remote.versions[version] = releaseOf(dist, id, version, url)
          promote(remote, version, STABLE)
        },
        origin,
      )
      console.log(`${id} ${version} is live on ${STABLE}.`)
      return
    }
    case 'promote': {
      const [version = '', channel = STABLE] = rest
      changeIndex(file, (index) => promote(remoteOf(index, id), version, channel), origin)
      console.log(`${id} ${version} is the first of ${channel}.`)
      return
    }
    case 'rollback': {
      const [channel = STABLE] = rest
      const index = changeIndex(file, (changed) => rollBack(remoteOf(changed, id), channel), origin)
      console.log(`${id} on ${channel} is ${remoteOf(index, id).channels[channel]?.[0]} again.`)
      return
    }
    default:
      throw new Error(USAGE)
  }
}

setup()
run(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
