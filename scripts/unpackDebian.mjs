import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
const DEFAULT_MIRROR = 'http://deb.debian.org/debian/'

/** An isolated apt configuration, which ignores installed packages and changes nothing on the system. */
const configuration = (/** @type {string} */ folder) => `
Dir::State "${folder}/state";
Dir::State::status "${folder}/status";
Dir::Cache "${folder}/cache";
Dir::Etc::sourcelist "${folder}/sources.list";
Dir::Etc::sourceparts "${folder}/none";
Dir::Etc::preferences "${folder}/none";
Dir::Etc::preferencesparts "${folder}/none";
Debug::NoLocking "1";
APT::Sandbox::User "";
APT::Get::AllowUnauthenticated "0";
APT::Install-Recommends "0";
Acquire::AllowInsecureRepositories "0";
Acquire::Languages "none";
APT::Update::Error-Mode "any";
`

/**
 * Unpacks a Debian package and all its dependencies into a folder. apt verifies the archive's signature and each
 * package's hash.
 * @param {{ name: string, suite: string, folder: string, signal?: AbortSignal }} options `folder` is empty
 * @returns {Promise<string>} the folder with `usr` in it
 * @throws Error with apt's last output
 */
export async function unpackDebian({ name, suite, folder, signal }) {
  for (const part of ['state/lists/partial', 'cache/archives/partial', 'none', 'root']) {
    mkdirSync(join(folder, part), { recursive: true })
  }
  const mirror = await findMirror()
  writeFileSync(join(folder, 'status'), '')
  writeFileSync(join(folder, 'sources.list'), `deb [signed-by=${KEYRING}] ${mirror} ${suite} main\n`)
  writeFileSync(join(folder, 'apt.conf'), configuration(folder))

  const env = { ...process.env, APT_CONFIG: join(folder, 'apt.conf') }
  const apt = (/** @type {string[]} */ ...args) =>
    run('apt-get', ['-qq', ...args], { env, signal }).catch(({ stderr, message }) => {
      const said = stderr?.trim().split('\n').at(-1) || message
      throw new Error(`apt-get ${args[0]} failed: ${said.replace(/^E: |\.$/g, '')}`)
    })
  await apt('update')
  await apt('install', '-y', '--download-only', name)

  const archives = join(folder, 'cache', 'archives')
  const root = join(folder, 'root')
  for (const file of readdirSync(archives).filter((entry) => entry.endsWith('.deb'))) {
    await run('dpkg-deb', ['-x', join(archives, file), root], { signal })
  }
  return root
}

/** The mirror that this system uses for Debian. */
async function findMirror() {
  const options = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']
  const { stdout } = await run('apt-get', options).catch(() => ({ stdout: '' }))
  return stdout.split('\n').find((uri) => uri.endsWith('/debian/')) ?? DEFAULT_MIRROR
}
