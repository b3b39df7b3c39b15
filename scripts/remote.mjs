/**
 * A feature team's commands: `npm run remote -- new <id> | dev <id> [--host <url> [--page <url>] [--port <n>]] | list |
 * publish <id> [<version>] | promote <id> <version> [<channel>] | rollback <id> [<channel>] | accept <submission.json>
 * [<channel>]`. `new` creates a folder that can be built and tested. `dev` starts everything and rebuilds that remote
 * after each change; with `--host`, it runs the remote in a deployed host's window instead. The others change only that
 * remote's entry in the signed index: `accept` adds what a team outside of this repository has published.
 */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandIn, runMain } from './main.mjs'
import { setup } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const USAGE = [
  'npm run remote -- new <id>',
  'dev <id> [--host <url> [--page <url>] [--port <n>]]',
  'list',
  'publish <id> [<version>]',
  'promote <id> <version> [<channel>]',
  'rollback <id> [<channel>]',
  'accept <submission.json> [<channel>]',
].join(' | ')

/** @param {string[]} args */
async function run([command = '', id = '', ...rest]) {
  if (command === 'new') {
    const { createRemote } = await import('@portico/remote/newRemote')
    for (const file of createRemote(join(root, 'remotes', id), id)) console.log(`remotes/${id}/${file}`)
    return
  }
  if (command === 'dev') {
    const { developAgainstHost, readHostOptions } = await import('./developAgainstHost.mjs')
    const deployed = readHostOptions([id, ...rest])
    if (deployed) return developAgainstHost(root, deployed)
    const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs'), '--dev', id], { stdio: 'inherit' })
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal))
    child.once('exit', (code) => process.exit(code ?? 1))
    return
  }
  const { promote, publish, remoteOf, rollBack, STABLE } = await import('./build/changeIndex.mjs')
  const { indexIn, readIndex } = await import('./build/releaseIndex.mjs')
  const { openIndex } = await import('./build/indexFile.mjs')
  const { file, changeIndex } = await openIndex(root)
  /** @param {Parameters<typeof changeIndex>[0]} how */
  const change = (how) => {
    const index = changeIndex(how)
    console.log(`Signed ${file}`)
    return index
  }

  /** @type {Record<string, () => void | Promise<void>>} */
  const commands = {
    list() {
      for (const [name, remote] of Object.entries(readIndex(file).remotes)) {
        const channels = Object.entries(remote.channels).map(
          ([channel, versions]) => `${channel}: ${versions.join(', ')}`,
        )
        console.log(`${name.padEnd(14)}${channels.join('; ')}   live: ${Object.keys(remote.versions).join(', ')}`)
      }
    },
    async publish() {
      const { buildRemote, versionOf } = await import('./build.mjs')
      const version = rest[0] ?? versionOf(id)
      await buildRemote(id, dist, version, [file, indexIn(dist)])
      change((index) => publish(index, id, version, dist))
      console.log(`${id} ${version} is live on ${STABLE}.`)
    },
    promote() {
      const [version = '', channel = STABLE] = rest
      change((index) => promote(remoteOf(index, id), version, channel))
      console.log(`${id} ${version} is the first of ${channel}.`)
    },
    async accept() {
      const { addSubmission, checkSubmission } = await import('./build/acceptSubmission.mjs')
      const [channel = STABLE] = rest
      const submission = await checkSubmission(resolve(process.env.INIT_CWD ?? '', id), root)
      /** @type {string | undefined} */
      let origin
      change((index) => {
        origin = addSubmission(index, submission, channel)
      })
      console.log(`${submission.id} ${submission.version} is the first of ${channel}.`)
      if (origin) console.log(`Its code comes from ${origin}, which the policy of each site has to allow.`)
    },
    rollback() {
      const [channel = STABLE] = rest
      const index = change((changed) => rollBack(remoteOf(changed, id), channel))
      console.log(`${id} on ${channel} is ${remoteOf(index, id).channels[channel]?.[0]} again.`)
    },
  }
  await commandIn(commands, command, USAGE)()
}

setup()
runMain(() => run(process.argv.slice(2)))
