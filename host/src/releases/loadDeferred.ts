import { ModalError } from '@portico/contracts'
import { LaterReleases } from '@portico/contracts/services/laterReleases'
import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import { safeParse } from 'valibot'
import { loadPinned } from '../kernel/loadPinned.ts'
import { readJson } from '../kernel/loadRemoteCode.ts'
import { checkTimestamp } from './checkTimestamp.ts'
import { diagnoseRemotes } from './diagnoseRemotes.ts'
import { loadTeamReleases } from './loadTeamReleases.ts'
import { type RemotesPlan, type Restricting, withhold } from './restriction.ts'
import { unfamiliar } from './unfamiliar.ts'

/** The rest of a release index, and the regional restrictions. */
export interface DeferredReleases extends LaterReleases {
  /** Marks the remotes of a plan that are not offered in this time zone. */
  withhold(plan: RemotesPlan, project?: Restricting): RemotesPlan
  readonly diagnoseRemotes: typeof diagnoseRemotes
  readonly loadTeamReleases: typeof loadTeamReleases
  readonly checkTimestamp: typeof checkTimestamp
  /** The slots and icons in a plan that this shell does not know. */
  unfamiliar(plan: RemotesPlan): string[]
}

/**
 * Loads the rest of a release index. The index contains the hash of its rest.
 * @throws ModalError `remote.unreachable`, `remote.blocked`, `remote.timeout`, `release.invalid`
 */
export async function loadDeferredReleases(
  pin: NonNullable<ReleaseIndex['later']>,
  host: string,
): Promise<DeferredReleases> {
  const url = new URL(pin.file, host).href
  const read = safeParse(LaterReleases, await loadPinned(() => readJson(url, pin.integrity)))
  if (!read.success) throw new ModalError('release.invalid', { details: { url, reason: read.issues[0].message } })
  return { ...read.output, diagnoseRemotes, loadTeamReleases, checkTimestamp, withhold, unfamiliar }
}
