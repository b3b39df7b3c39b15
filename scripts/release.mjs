/**
 * Commands for the holders of the release keys: `npm run release -- list | sign | cosign | revoke <shell version> |
 * restore <shell version> | witnessed <file> | root show | root propose <roles.json> | root sign | root accept`. They
 * change only the signed index and its log, and with `root` the file that `PORTICO_RELEASE_ROOT` names.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandIn, runMain } from './main.mjs'
import { setup } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const USAGE =
  'npm run release -- list | sign | cosign | revoke <shell version> | restore <shell version> | witnessed <file> | root show | root propose <roles.json> | root sign | root accept'

/** @param {string} action @param {string} rolesFile */
async function runRoot(action, rolesFile) {
  const { acceptRoot, proposeRoot, signRoot } = await import('./build/releaseRoot.mjs')
  const { lastRoot, rootsOf } = await import('./build/signedText.mjs')
  const { LOCAL, readDeployment } = await import('./build/deployment.mjs')
  const { readReleaseKeys } = await import('./build/releaseKeys.mjs')
  const file = process.env.PORTICO_RELEASE_ROOT
  if (!file) throw new Error('PORTICO_RELEASE_ROOT names the file with the roots.')
  /** @param {import('./build/signedText.mjs').Root} root */
  const describe = ({ version, expires, roles }) => {
    const rows = Object.entries(roles).map(([role, { keys, threshold }]) => {
      const holders = [...new Set(keys.map((key) => key.split(':')[1]))]
      return `  ${role}: ${threshold} of ${holders.join(', ')}`
    })
    return [`root ${version}, valid until ${expires}`, ...rows].join('\n')
  }
  /** @type {Record<string, () => void | Promise<void>>} */
  const commands = {
    show() {
      const root = lastRoot(rootsOf())
      console.log(root ? describe(root) : `${file} has no root yet.`)
    },
    propose: () => console.log(describe(proposeRoot(file, rolesFile))),
    async sign() {
      const lacks = await signRoot(file, readReleaseKeys((readDeployment() ?? LOCAL).audience))
      console.log(lacks.join('\n') || 'The root has all signatures: `npm run release -- root accept` makes it valid.')
    },
    async accept() {
      const { version } = await acceptRoot(file)
      console.log(`Root ${version} is valid once the index has been signed again.`)
    },
  }
  await commandIn(commands, action, USAGE)()
}

/** @param {string[]} args */
async function run([command = '', version = '', rest = '']) {
  if (command === 'root') return runRoot(version, rest)
  const { dropMissing, restoreShell, withdrawShell } = await import('./build/changeIndex.mjs')
  const { indexIn, logServed, readIndex, unfinished } = await import('./build/releaseIndex.mjs')
  const { openIndex } = await import('./build/indexFile.mjs')
  const { countHolders, withSignatures } = await import('./build/releaseRoot.mjs')
  const { holdersAmong, readReleaseKeys, signaturesOf } = await import('./build/releaseKeys.mjs')
  const { joinPairs, lastRoot, readPairs, rootsOf } = await import('./build/signedText.mjs')
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
    async cosign() {
      const path = unfinished(file)
      if (!existsSync(path)) throw new Error(`No index lacks signatures: ${path} does not exist.`)
      const pairs = readPairs(readFileSync(path, 'utf8'))
      const shell = lastRoot(rootsOf(file))?.roles.shell
      const index = pairs.at(-1)
      if (!index || !shell) throw new Error(`${path} is not an index with roles.`)
      const keys = holdersAmong(readReleaseKeys(JSON.parse(index.signed).audience), shell)
      index.signatures = withSignatures(index.signatures, signaturesOf(index.signed, keys))
      writeFileSync(path, joinPairs(pairs))
      const count = await countHolders(shell, index)
      if (count >= shell.threshold) {
        renameSync(path, file)
        logServed(file)
      }
      console.log(
        `${count} of ${shell.threshold} holders of the role shell have signed ${count >= shell.threshold ? file : path}`,
      )
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
  await commandIn(commands, command, USAGE)()
}

setup()
runMain(() => run(process.argv.slice(2)))
