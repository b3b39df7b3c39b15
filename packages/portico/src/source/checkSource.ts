import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { LoggedRelease } from '../log/checkLog.ts'
import { fetchFile, forEachOf } from '../site/fetchFile.ts'
import { type Loader, remotesOf, type Site } from '../site/readSite.ts'
import type { Report } from '../site/report.ts'
import { type Checkout, checkOut, run } from './checkout.ts'
import { throwawayKeys, throwawayRoot } from './throwawayKeys.ts'

/** The half of a remote that is in the index; its folder also has it, for builds. */
const HALF = 'half.json'

/** Every file in a folder, as paths with slashes. */
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    : []

/**
 * Builds every live release again, from the commit that the log names, and compares each file with the served one. This
 * runs the build scripts of those commits.
 * @param source a folder or an address that Git can clone
 */
export async function checkSource(site: Site, releases: LoggedRelease[], source: string, report: Report) {
  for (const { id, version, commit } of releases) {
    if (!commit) report.fail(`source: ${id} ${version}`, 'the log names no commit')
  }
  const commits = new Set(releases.flatMap(({ commit }) => commit ?? []))
  for (const commit of commits) {
    const checkout = await report.check(`source: ${commit}`, () => checkOut(source, commit))
    if (!checkout) continue
    try {
      for (const release of releases.filter((one) => one.commit === commit)) {
        await report.check(`source: ${release.id} ${release.version}`, () =>
          release.id === 'shell'
            ? rebuildShell(site, release, checkout, report)
            : rebuildRemote(site, release, checkout, report),
        )
      }
    } finally {
      checkout.remove()
    }
  }
}

/** The variables with which a build trusts the same keys as a loader. @param folder for the files that they name */
function keySettings({ keys = [], threshold }: Partial<Loader> = {}, folder: string): NodeJS.ProcessEnv {
  const files = throwawayKeys(keys).map((pair, at) => {
    const file = join(folder, `keys-${at}.json`)
    writeFileSync(file, JSON.stringify(pair))
    return file
  })
  const root = join(folder, 'root.txt')
  if (threshold) writeFileSync(root, throwawayRoot(keys, threshold))
  return { PORTICO_RELEASE_KEYS: files.join(','), ...(threshold && { PORTICO_RELEASE_ROOT: root }) }
}

async function rebuildShell(site: Site, { version }: LoggedRelease, { folder }: Checkout, report: Report) {
  const out = join(folder, 'dist-again')
  await run(process.execPath, ['scripts/build.mjs', '--out', out], folder, keySettings(site.loader, join(folder, '..')))
  const own = `shell/${version}/`
  const loaders = version === site.loader?.version ? ['portico.js', 'portico.mjs'] : []
  const built = filesIn(join(out, 'host')).filter((file) => file.startsWith(own) || loaders.includes(file))
  const name = `source: shell ${version}`
  if (!built.some((file) => file.startsWith(own))) throw new Error('this commit has another version of the shell')
  const base = new URL('../..', new URL(urlOf(site, version), site.host)).href
  await compare(name, built, join(out, 'host'), (file) => new URL(file, base).href, report)
}

const urlOf = (site: Site, version: string) =>
  site.index?.shells.find((shell) => shell.version === version)?.url ?? `shell/${version}/shell.js`

async function rebuildRemote(site: Site, { id, version }: LoggedRelease, { folder }: Checkout, report: Report) {
  const out = join(folder, `dist-${id}-${version}`)
  const args = ['scripts/build.mjs', '--only', id, '--version', version, '--out', out, '--unsigned']
  await run(process.execPath, args, folder)
  const release = remotesOf(site).find(([name]) => name === id)?.[1].versions[version]
  const built = join(out, 'remotes', id, version)
  const files = filesIn(built).filter((file) => file !== HALF)
  const base = new URL(release?.url ?? '', site.host)
  await compare(`source: ${id} ${version}`, files, built, (file) => new URL(file, base).href, report)
  const name = `source: ${id} ${version} static half`
  const half = JSON.parse(readFileSync(join(built, HALF), 'utf8'))
  if (isDeepStrictEqual(half, release?.static)) report.ok(name)
  else report.fail(name, 'the index has another one')
}

/** One line for each file that was built. */
async function compare(name: string, files: string[], folder: string, url: (file: string) => string, report: Report) {
  await forEachOf(files, (file) =>
    report.check(`${name} ${file}`, async () => {
      const served = await fetchFile(url(file))
      if (!served.equals(readFileSync(join(folder, file)))) throw new Error('the commit builds other bytes')
      report.ok(`${name} ${file}`)
    }),
  )
}
