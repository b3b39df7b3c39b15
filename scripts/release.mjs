/**
 * Commands for the holders of the release keys: `npm run release -- list | sign | cosign | revoke <shell version> |
 * restore <shell version> | developers allow|forbid | witnessed <file> | root show | root propose <roles.json> |
 * root sign | root accept`. They change only the signed index and its log, and with `root` the file that
 * `PORTICO_RELEASE_ROOT` names.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandIn, runMain } from './main.mjs'
import { setup } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const USAGE =
  'npm run release -- list | sign | cosign | revoke <shell version> | restore <shell version> | developers allow|forbid | witnessed <file> | root show | root propose <roles.json> | root sign | root accept'

/** @param {string[]} args */
async function run([command = '', argument = '', rest = '']) {
  if (command === 'root') {
    const { runRoot } = await import('./rootCommands.mjs')
    return runRoot(argument, rest, USAGE)
  }
  const { allowDevelopers, dropMissing, restoreShell, withdrawShell } = await import('./build/changeIndex.mjs')
  const { indexIn, readIndex, unfinished } = await import('./build/releaseIndex.mjs')
  const { openIndex } = await import('./build/indexFile.mjs')
  const { file, changeIndex } = await openIndex(root)
  /** @param {Parameters<typeof changeIndex>[0]} how */
  const change = (how) => {
    const { serial, notAfter } = changeIndex(how)
    const isLacking = existsSync(unfinished(file))
    console.log(`Signed ${file}: serial ${serial}, valid until ${notAfter}`)
    if (isLacking)
      console.log('It is not served yet: another holder of the role shell has to run `npm run release -- cosign`.')
  }

  const { openReleaseLog } = await import('./build/releaseLog.mjs')

  /** @type {Record<string, () => void | Promise<void>>} */
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
    async cosign() {
      const { cosign } = await import('./build/cosign.mjs')
      console.log(await cosign(file))
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
    witnessed() {
      const log = openReleaseLog(readIndex(file).audience, dirname(file))
      if (!log) throw new Error('The index has no log: name its key in PORTICO_LOG_KEY.')
      log.cosign(readFileSync(argument, 'utf8'), readFileSync(file, 'utf8'))
      console.log(`The cosignatures are in the log of ${file}`)
    },
  }
  await commandIn(commands, command, USAGE)()
}

setup()
runMain(() => run(process.argv.slice(2)))
