/**
 * A feature team's commands: `npm run remote -- list | publish <id> [<version>] | promote <id> <version> [<channel>] |
 * rollback <id> [<channel>]`. They change one remote's entry in the signed index and nothing of anybody else.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setup } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const USAGE =
  'npm run remote -- list | publish <id> [<version>] | promote <id> <version> [<channel>] | rollback <id> [<channel>]'

/** @param {string[]} args */
async function run([command, id = '', ...rest]) {
  const { changeIndex, promote, publish, remoteOf, rollBack, STABLE } = await import('./build/changeIndex.mjs')
  const { indexIn, readIndex } = await import('./build/releaseIndex.mjs')
  const { findIndexFile } = await import('./build/indexFile.mjs')
  const origin = process.env.PORTICO_ORIGIN ?? 'http://localhost'
  const file = await findIndexFile(root, origin)
  /** @param {Parameters<typeof changeIndex>[1]} how */
  const change = (how) => {
    const index = changeIndex(file, how, origin)
    console.log(`Signed ${file}`)
    return index
  }

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
      const { buildRemote, versionOf } = await import('./build.mjs')
      const version = rest[0] ?? versionOf(id)
      await buildRemote(id, dist, version, [file, indexIn(dist)])
      change((index) => publish(index, id, version, dist))
      console.log(`${id} ${version} is live on ${STABLE}.`)
      return
    }
    case 'promote': {
      const [version = '', channel = STABLE] = rest
      change((index) => promote(remoteOf(index, id), version, channel))
      console.log(`${id} ${version} is the first of ${channel}.`)
      return
    }
    case 'rollback': {
      const [channel = STABLE] = rest
      const index = change((changed) => rollBack(remoteOf(changed, id), channel))
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
