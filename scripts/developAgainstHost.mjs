import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { evaluate } from '@portico/remote/staticHalf'
import { releaseOf } from './build/releaseIndex.mjs'
import { contractOf, serveDeveloper } from './developerHost.mjs'
import { devVersion } from './devVersion.mjs'
import { rebuildOnChange } from './rebuildOnChange.mjs'
import { isRemoteThere } from './remotes.mjs'
import { stopOnSignal } from './stopOnSignal.mjs'

/**
 * `npm run remote -- dev <id> --host <url> [--page <url>] [--port <n>]`: runs a remote of this folder in the window of a
 * deployed host, in one tab of this computer's browser, and follows each change.
 */

const STANDARD_PORT = 4399

/** @param {string} text @param {string} name of the option */
function urlIn(text, name) {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new Error(`--${name} must be a URL, such as https://wallet.example; it is "${text}".`)
}

/**
 * @param {string[]} args after `dev`
 * @returns {{ id: string, host: string, page: string, port: number } | undefined} undefined without `--host`
 * @throws Error if an option is wrong
 */
export function readHostOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    options: { host: { type: 'string' }, page: { type: 'string' }, port: { type: 'string' } },
    allowPositionals: true,
  })
  const { host, page = host, port } = values
  if (host === undefined || page === undefined) {
    if (values.page ?? port) throw new Error('--page and --port need --host.')
    return
  }
  const offset = Number(process.env.PORT_OFFSET ?? 0)
  const chosen = port === undefined ? STANDARD_PORT + offset : Number(port)
  if (!Number.isInteger(chosen) || chosen < 1024 || chosen > 65_535)
    throw new Error(`--port must be a number from 1024 to 65535; it is "${port}".`)
  return { id: positionals[0] ?? '', host: urlIn(host, 'host'), page: urlIn(page, 'page'), port: chosen }
}

/** What there is to say about the contract. @param {string} root @param {string} id @param {string} host */
async function compareContracts(root, id, host) {
  const { shell, contract, isOverridable } = await contractOf(host)
  if (!isOverridable)
    throw new Error(`${new URL(host).origin} does not run remotes of developers: its index forbids it.`)
  /** @type {typeof import('@portico/contracts')} */
  const { satisfies } = await evaluate(join(root, 'shared-contracts/src/version.ts'))
  const range = JSON.parse(readFileSync(join(root, 'remotes', id, 'package.json'), 'utf8')).peerDependencies[
    '@portico/contracts'
  ]
  const offer = `${new URL(host).origin} offers contract ${contract} (shell ${shell})`
  return satisfies(contract, range)
    ? `${offer}; ${id} needs ${range}: it fits.`
    : `${offer}, but ${id} needs ${range}: the window will refuse it.`
}

/**
 * @param {string} root @param {NonNullable<ReturnType<typeof readHostOptions>>} options
 * @throws Error if there is no such remote, the host does not answer or forbids it, or the port is in use
 */
export async function developAgainstHost(root, { id, host, page, port }) {
  if (!isRemoteThere(root, id)) throw new Error(`There is no remotes/${id}.`)
  console.log(await compareContracts(root, id, host))
  const folder = join(root, '.portico/developing', id)
  const served = join(folder, 'remotes', id)
  rmSync(folder, { recursive: true, force: true })
  const developer = await serveDeveloper({ id, folder: served, page, port })
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let running

  async function build() {
    const manifest = JSON.parse(readFileSync(join(root, 'remotes', id, 'package.json'), 'utf8'))
    const version = devVersion(manifest.version, Date.now())
    const args = ['--only', id, '--version', version, '--unsigned', '--out', folder]
    const child = spawn(process.execPath, [join(root, 'scripts/build.mjs'), ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    running = child
    await new Promise((done) => child.once('exit', done))
    if (!existsSync(join(served, version, 'static.json'))) return
    await developer.announce({ version, release: releaseOf(folder, id, version, `${version}/`) })
    console.log(`${id} ${version}\n  ${developer.link()}\n`)
  }

  const end = rebuildOnChange([join(root, 'remotes', id)], build)
  stopOnSignal(async () => {
    running?.kill()
    await end()
    await developer.close()
    rmSync(folder, { recursive: true, force: true })
    process.exit()
  })
  console.log(`Open this link in your browser and allow it in the window. Ctrl-C ends it.\n`)
  await build()
}
