import { LOADER_PROTOCOL } from '@portico/contracts'
import type { ReleaseIndex, ShellRelease } from '@portico/contracts/services/releaseIndex'
import { fail } from './fail.ts'
import { mayBe } from './mayBe.ts'
import { own } from './platform.ts'
import { ask, type LoaderContext, SHELL_ARRIVAL, SHELL_REGISTRY, type Shell, type ShellRegistry } from './protocol.ts'
import { datedBy, lastGoodIndex, verifyIndex } from './verifyIndex.ts'

const SCRIPT_TIMEOUT_MS = 20_000
/** How long a shell that is here waits for a fresh index, which may have withdrawn it. */
const REVOCATION_WAIT_MS = 1_000

interface Policy {
  createScriptURL(url: string): string
}
interface Page {
  [SHELL_REGISTRY]?: ShellRegistry
  [SHELL_ARRIVAL]?: Shell | undefined
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
}
const page = globalThis as Page

/** Runs one pinned script and takes what it leaves. Rejects when that is nothing. */
function run(url: string, integrity: string): Promise<Shell> {
  return new Promise((resolve, reject) => {
    const script = own('createElement').call(document, 'script') as HTMLScriptElement
    script.onload = () => {
      const shell = page[SHELL_ARRIVAL]
      delete page[SHELL_ARRIVAL]
      if (shell) resolve(shell)
      else reject()
    }
    script.onerror = reject
    setTimeout(reject, SCRIPT_TIMEOUT_MS)
    script.crossOrigin = ''
    script.integrity = integrity
    // Where browsers have no trusted types, an element of the page may be named like them.
    const { createPolicy } = page.trustedTypes ?? {}
    script.src =
      typeof createPolicy === 'function'
        ? createPolicy.call(page.trustedTypes, 'portico', { createScriptURL: (it) => it }).createScriptURL(url)
        : url
    own('head').append(script)
    script.remove() // It runs all the same.
  })
}

/** The browser's cache may hold bytes that were changed on their way: they are fetched past it once. */
const runWhole = (url: string, integrity: string) =>
  run(url, integrity).catch(() => ask(url, 'reload').then(() => run(url, integrity)))

/** An index that is meant for this host, and that this loader can read. @throws where there is none */
async function believed(reading: Promise<ReleaseIndex | undefined>, host: string): Promise<ReleaseIndex> {
  const index = (await reading) as ReleaseIndex
  if (index.format !== 1 || !mayBe(index, 'host', host)) throw index
  return index
}

/** The shells of an index that this loader could start. */
const startable = ({ shells }: ReleaseIndex): ShellRelease[] =>
  shells.filter(({ protocol }) => protocol === LOADER_PROTOCOL)

async function load({ host, keys, early }: LoaderContext): Promise<Shell> {
  const text = early.release.then((response) => response.clone().text())
  const fresh = believed(
    text.then((index) => verifyIndex(index, keys)),
    host,
  )
    .then(startable)
    .catch(() => [])
  const kept = await believed(lastGoodIndex(host, keys), host).catch(() => undefined)
  const known = kept ? startable(kept) : []
  const isRevoked = (version: string) => known.some((shell) => shell.revoked && shell.version === version)
  let failure: 'release.shellRevoked' | 'release.shellFailed' = 'release.shellRevoked'
  const builtIn = __SHELL__
  // Versions are `x.y.z`. An older one is never gone back to: who blocks the newest would choose what runs. What an index
  // has withdrawn stays withdrawn when the index has expired; what it offers does not.
  const newer = known.filter(
    ({ version, url }) =>
      version.localeCompare(builtIn.version, 'en', { numeric: true }) > 0 &&
      !datedBy(kept as ReleaseIndex) &&
      mayBe(kept as ReleaseIndex, 'code', new URL(url, host)),
  )
  for (const { version, url, integrity } of [...newer, builtIn]) {
    if (isRevoked(version)) continue
    try {
      const shell = await runWhole(new URL(url, host).href, integrity)
      const late = new Promise<[]>((done) => setTimeout(done, REVOCATION_WAIT_MS, []))
      known.push(...(await Promise.race([fresh, late])))
      if (!isRevoked(version)) return shell
    } catch {
      // A newer shell that is blocked or gone does not take the built-in one with it.
      failure = 'release.shellFailed'
    }
  }
  throw fail(failure)
}

/**
 * The shell of this page: one that another loader of the same protocol has started, else the built-in one or a newer
 * one that the last verified index names. A fresh index takes effect at the next load, except that a withdrawn shell
 * is never mounted.
 * @throws ModalError `release.shellFailed`, `release.shellRevoked`
 */
export function startShell(context: LoaderContext): Promise<Shell> {
  page[SHELL_REGISTRY] ??= {}
  const shells = page[SHELL_REGISTRY]
  shells[LOADER_PROTOCOL] ??= load(context).catch((error) => {
    // A shell that could not be had is asked for again at the next press.
    delete shells[LOADER_PROTOCOL]
    throw error
  })
  return shells[LOADER_PROTOCOL]
}
