import { LOADER_PROTOCOL } from '@portico/contracts'
import { firstErrors, startErrors } from '@portico/contracts/releaseErrors'
import type { ReleaseIndex, ShellRelease } from '@portico/contracts/services/releaseIndex'
import { datedBy } from './datedBy.ts'
import { failWith } from './fail.ts'
import { lastGoodIndex } from './lastGoodIndex.ts'
import { mayBe } from './mayBe.ts'
import type { RunPinned } from './pinned.ts'
import { ask, type LoaderContext, type PinnedShell, type Shell } from './protocol.ts'

const fail = failWith({ ...firstErrors, ...startErrors })

/** How long a shell that has loaded waits for a fresh index, which may have withdrawn it. */
const REVOCATION_WAIT_MS = 1_000

/** A verified index that is for this host and in a format that this loader can read. @throws if no index qualifies */
async function believed(reading: Promise<ReleaseIndex | undefined>, host: string): Promise<ReleaseIndex> {
  const index = (await reading) as ReleaseIndex
  if (index.format !== 1 || !mayBe(index, 'host', host)) throw index
  return index
}

/** The shells of an index that this loader is able to start. */
const startable = ({ shells }: ReleaseIndex): ShellRelease[] =>
  shells.filter(({ protocol }) => protocol === LOADER_PROTOCOL)

/** The cached bytes may have been altered in transit, so one retry bypasses the browser's cache. */
const runWhole = (url: string, integrity: string, runPinned: RunPinned) =>
  runPinned<Shell>(url, integrity).catch(() => ask(url, 'reload').then(() => runPinned<Shell>(url, integrity)))

/**
 * Runs the built-in shell, or a newer one that the last verified index names. A fresh index takes effect only at the
 * next load, except that a withdrawn shell is never mounted.
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
  // Versions are `x.y.z`. Never downgrades, because an attacker who blocks the newest version could then choose what
  // runs. An expired index can still withdraw shells, but no longer offer them.
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
      // If a newer shell is blocked or missing, the built-in one still runs.
      failure = 'release.shellFailed'
    }
  }
  throw fail(failure)
}
