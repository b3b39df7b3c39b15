/**
 * Commands for the holder of the release keys: `npm run release -- list | sign | revoke <shell version> |
 * restore <shell version> | witnessed <file>`. They change only the signed index and its log.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandIn, runMain } from './main.mjs'
import { setup } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const USAGE = 'npm run release -- list | sign | revoke <shell version> | restore <shell version> | witnessed <file>'

/** @param {string[]} args */
async function run([command = '', version = '']) {
  const { dropMissing, restoreShell, withdrawShell } = await import('./build/changeIndex.mjs')
  const { indexIn, readIndex } = await import('./build/releaseIndex.mjs')
  const { openIndex } = await import('./build/indexFile.mjs')
  const { file, changeIndex } = await openIndex(root)
  /** @param {Parameters<typeof changeIndex>[0]} how */
  const change = (how) => {
    const { serial, notAfter } = changeIndex(how)
    console.log(`Signed ${file}: serial ${serial}, valid until ${notAfter}`)
  }

  const { openReleaseLog } = await import('./build/releaseLog.mjs')

  /** @type {Record<string, () => void>} */
  const commands = {
    list() {
      const { serial, notAfter, audience, origins, secureSite, shells } = readIndex(file)
      console.log(`serial ${serial}, valid until ${notAfter}`)
      console.log(`for ${audience.join(', ')}`)
      for (const [what, listed] of Object.entries(origins ?? {})) console.log(`${what} ${listed.join(', ')}`)
      if (secureSite) console.log(`secure site talks to ${secureSite.connect.join(', ')}`)
      for (const [page, hashes] of Object.entries(secureSite?.pages ?? {}))
        console.log(`page ${page} ${hashes.join(' ')}`)
      for (const shell of shells) console.log(`shell ${shell.version}${shell.revoked ? '   withdrawn' : ''}`)
    },
    sign() {
      change((index) => {
        if (file !== indexIn(dist)) return
        for (const gone of dropMissing(index, dist)) console.log(`${gone} leaves the index: its folder has gone.`)
      })
    },
    revoke() {
      change((index) => withdrawShell(index, version))
      console.log(`The shell ${version} is withdrawn.`)
    },
    restore() {
      change((index) => restoreShell(index, version))
      console.log(`The shell ${version} may be mounted again.`)
    },
    witnessed() {
      const log = openReleaseLog(readIndex(file).audience, dirname(file))
      if (!log) throw new Error('The index has no log: name its key in PORTICO_LOG_KEY.')
      log.cosign(readFileSync(version, 'utf8'), readFileSync(file, 'utf8'))
      console.log(`The cosignatures are in the log of ${file}`)
    },
  }
  commandIn(commands, command, USAGE)()
}

setup()
runMain(() => run(process.argv.slice(2)))
