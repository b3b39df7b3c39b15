/**
 * Commands for the holder of the release keys: `npm run release -- list | sign | revoke <shell version> |
 * restore <shell version> | developers allow|forbid`. They change only the signed index.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandIn, runMain } from './main.mjs'
import { setup } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const USAGE =
  'npm run release -- list | sign | revoke <shell version> | restore <shell version> | developers allow|forbid'

/** @param {string[]} args */
async function run([command = '', argument = '']) {
  const { allowDevelopers, dropMissing, restoreShell, withdrawShell } = await import('./build/changeIndex.mjs')
  const { indexIn, readIndex } = await import('./build/releaseIndex.mjs')
  const { openIndex } = await import('./build/indexFile.mjs')
  const { file, changeIndex } = await openIndex(root)
  /** @param {Parameters<typeof changeIndex>[0]} how */
  const change = (how) => {
    const { serial, notAfter } = changeIndex(how)
    console.log(`Signed ${file}: serial ${serial}, valid until ${notAfter}`)
  }

  /** @type {Record<string, () => void>} */
  const commands = {
    list() {
      const { serial, notAfter, audience, origins, secureSite, shells, developerOverride } = readIndex(file)
      console.log(`serial ${serial}, valid until ${notAfter}`)
      console.log(`for ${audience.join(', ')}`)
      for (const [what, listed] of Object.entries(origins ?? {})) console.log(`${what} ${listed.join(', ')}`)
      if (secureSite) console.log(`secure site talks to ${secureSite.connect.join(', ')}`)
      for (const [page, hashes] of Object.entries(secureSite?.pages ?? {}))
        console.log(`page ${page} ${hashes.join(' ')}`)
      if (developerOverride === false) console.log('remotes of developers are forbidden')
      for (const shell of shells) console.log(`shell ${shell.version}${shell.revoked ? '   withdrawn' : ''}`)
    },
    sign() {
      change((index) => {
        if (file !== indexIn(dist)) return
        for (const gone of dropMissing(index, dist)) console.log(`${gone} leaves the index: its folder has gone.`)
      })
    },
    revoke() {
      change((index) => withdrawShell(index, argument))
      console.log(`The shell ${argument} is withdrawn.`)
    },
    restore() {
      change((index) => restoreShell(index, argument))
      console.log(`The shell ${argument} may be mounted again.`)
    },
    developers() {
      const isAllowed = commandIn({ allow: 'allow', forbid: 'forbid' }, argument, USAGE) === 'allow'
      change((index) => allowDevelopers(index, isAllowed))
      console.log(isAllowed ? 'Remotes of developers run after consent.' : 'No window runs a remote of a developer.')
    },
  }
  commandIn(commands, command, USAGE)()
}

setup()
runMain(() => run(process.argv.slice(2)))
