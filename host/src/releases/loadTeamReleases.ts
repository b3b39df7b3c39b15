import { addErrors, ModalError, RELEASE_INDEX_MAX_BYTES, type RemoteId } from '@portico/contracts'
import { releaseTrustErrors } from '@portico/contracts/releaseTrustErrors'
import type { LaterReleases } from '@portico/contracts/services/laterReleases'
import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import {
  type ReleaseTimestamp,
  TEAM_RELEASES_FILE,
  type TeamLines,
  TeamReleases,
  teamLines,
  teamRole,
  teamsOf,
} from '@portico/contracts/services/signedReleases'
import { isSigned } from '@portico/contracts/services/verifyIndex'
import { safeParse } from 'valibot'
import { datedBy } from '../loader/datedBy.ts'
import { mayBe } from '../loader/mayBe.ts'
import { ask } from '../loader/protocol.ts'
import { keptText } from './keptText.ts'

/** The remotes whose teams sign their own releases. */
export interface TeamRemotes {
  readonly remotes: LaterReleases['remotes']
  /** Why a team's releases are not offered. */
  readonly refused: Readonly<Record<RemoteId, ModalError>>
}

/** Without storage, an older file is noticed only by the timestamp. */
const kept = (host: string) => keptText(`@portico/${TEAM_RELEASES_FILE}/${host}`)

/** @throws ModalError `release.team`, `release.audience`, `release.expired`, `release.notYetValid`, `release.stale` */
async function verified({ id, signatures, signed }: TeamLines, index: ReleaseIndex, host: string, least: number) {
  const role = index.root?.roles[teamRole(id)]
  const refuse = (reason: string) => new ModalError('release.team', { details: { id, reason } })
  if (!role || !(await isSigned(role, signatures, signed))) throw refuse('signature')
  const parsed = safeParse(TeamReleases, JSON.parse(signed))
  if (!parsed.success) throw refuse(parsed.issues[0].message)
  const releases = parsed.output
  if (releases.id !== id) throw refuse(`signed for ${releases.id}`)
  if (!mayBe(releases, 'host', host)) throw new ModalError('release.audience', { details: { id, host } })
  const dated = datedBy(releases)
  if (dated) throw new ModalError(dated, { details: { id } })
  if (releases.serial < least) throw new ModalError('release.stale', { details: { id, serial: least } })
  return releases
}

/** The file as served; empty if it cannot be loaded, so that the last one is used. */
async function served(host: string): Promise<string> {
  try {
    const response = await ask(`${host}${TEAM_RELEASES_FILE}`)
    const text = response.ok ? await response.text() : ''
    return text.length > RELEASE_INDEX_MAX_BYTES ? '' : text
  } catch {
    return ''
  }
}

/**
 * Loads and verifies what teams have signed. Of the served and the stored releases of a remote, the later ones count.
 * @param timestamp excludes older releases
 */
export async function loadTeamReleases(
  index: ReleaseIndex,
  host: string,
  timestamp: ReleaseTimestamp | undefined,
): Promise<TeamRemotes> {
  const teams = teamsOf(index.root)
  if (!teams.length) return { remotes: {}, refused: {} }
  addErrors(releaseTrustErrors)
  const text = await served(host)
  const candidates = [...teamLines(text), ...teamLines(kept(host).read() ?? '')]
  const remotes: Record<RemoteId, LaterReleases['remotes'][string]> = {}
  const refused: Record<RemoteId, ModalError> = {}
  const latestLines: string[] = []
  for (const id of teams) {
    const ours = candidates.filter((lines) => lines.id === id)
    const least = (timestamp && Object.hasOwn(timestamp.remotes, id) && timestamp.remotes[id]) || 0
    const read = await Promise.all(
      ours.map((lines) =>
        verified(lines, index, host, least).then(
          (releases) => ({ lines, releases }),
          (error) => (error instanceof ModalError ? error : new ModalError('release.team', { details: { id } })),
        ),
      ),
    )
    const good = read.flatMap((one) => (one instanceof ModalError ? [] : [one]))
    const [latest] = good.sort((one, other) => other.releases.serial - one.releases.serial)
    const [reason = new ModalError('release.team', { details: { id, reason: 'missing' } })] = read.flatMap((one) =>
      one instanceof ModalError ? [one] : [],
    )
    if (!latest) {
      refused[id] = reason
      continue
    }
    const { channels, versions } = latest.releases
    remotes[id] = { channels, versions }
    latestLines.push(`${id} ${latest.lines.signatures}\n${latest.lines.signed}`)
  }
  if (latestLines.length) kept(host).write(latestLines.join('\n'))
  return { remotes, refused }
}
