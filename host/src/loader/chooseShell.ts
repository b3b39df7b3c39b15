import { LOADER_PROTOCOL } from '@portico/contracts'
import { firstErrors, startErrors } from '@portico/contracts/releaseErrors'
import type { ReleaseIndex, ShellRelease } from '@portico/contracts/services/releaseIndex'
import { failWith } from './fail.ts'
import { lastGoodIndex } from './lastGoodIndex.ts'
import { mayBe } from './mayBe.ts'
import type { RunPinned } from './pinned.ts'
import { ask, type LoaderContext, type PinnedShell, type Shell } from './protocol.ts'
import { datedBy } from './verifyIndex.ts'

const fail = failWith({ ...firstErrors, ...startErrors })

/** How long a loaded shell waits for a fresh index, which may have withdrawn it. */
const REVOCATION_WAIT_MS = 1_000

/** A verified index for this host that this loader can read. @throws if there is none */
async function believed(reading: Promise<ReleaseIndex | undefined>, host: string): Promise<ReleaseIndex> {
  const index = (await reading) as ReleaseIndex
  if (index.format !== 1 || !mayBe(index, 'host', host)) throw index
  return index
}

/** The shells of an index that this loader can start. */
const startable = ({ shells }: ReleaseIndex): ShellRelease[] =>
  shells.filter(({ protocol }) => protocol === LOADER_PROTOCOL)

/** The browser may have cached bytes that were altered in transit: one retry bypasses the cache. */
const runWhole = (url: string, integrity: string, runPinned: RunPinned) =>
  runPinned<Shell>(url, integrity).catch(() => ask(url, 'reload').then(() => runPinned<Shell>(url, integrity)))

/**
 * Runs the built-in shell, or a newer one that the last verified index names. A fresh index takes effect at the next load,
 * except that a withdrawn shell is never mounted.
 * @throws ModalError `release.shellFailed`, `release.shellRevoked`
 */
export async function chooseShell(context: LoaderContext, builtIn: PinnedShell, runPinned: RunPinned): Promise<Shell> {
  const { host, keys, early, verifyIndex } = context
  const text = early.release.then((response) => response.clone().text())
  const fresh = believed(
    text.then((index) => verifyIndex(index, keys)),
    host,
  )
    .then(startable)
    .catch(() => [])
  const kept = await believed(lastGoodIndex(context), host).catch(() => undefined)
  const known = kept ? startable(kept) : []
  const isRevoked = (version: string) => known.some((shell) => shell.revoked && shell.version === version)
  let failure: 'release.shellRevoked' | 'release.shellFailed' = 'release.shellRevoked'
  // Versions are `x.y.z`. Never downgrades: an attacker who blocks the newest would choose what runs. After an index
  // expires its withdrawals still hold; its offers do not.
  const newer = known.filter(
    ({ version, url }) =>
      version.localeCompare(builtIn.version, 'en', { numeric: true }) > 0 &&
      !datedBy(kept as ReleaseIndex) &&
      mayBe(kept as ReleaseIndex, 'code', new URL(url, host)),
  )
  for (const { version, url, integrity } of [...newer, builtIn]) {
    if (isRevoked(version)) continue
    try {
      const shell = await runWhole(new URL(url, host).href, integrity, runPinned)
      const late = new Promise<[]>((done) => setTimeout(done, REVOCATION_WAIT_MS, []))
      known.push(...(await Promise.race([fresh, late])))
      if (!isRevoked(version)) return shell
    } catch {
      // If a newer shell is blocked or gone, the built-in one still runs.
      failure = 'release.shellFailed'
    }
  }
  throw fail(failure)
}
