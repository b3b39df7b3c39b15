import type { LaterReleases } from '@portico/contracts/services/laterReleases'
import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import {
  TEAM_RELEASES_FILE,
  TeamReleases,
  teamLines,
  teamRole,
  teamsOf,
} from '@portico/contracts/services/signedReleases'
import { isSigned } from '@portico/contracts/services/verifyIndex'
import { datedBy } from '@portico/host/datedBy'
import { fetchFile } from './fetchFile.ts'
import { readAs } from './readAs.ts'
import type { Report } from './report.ts'

/** The releases that teams sign themselves, each by the role that the last root gives it. */
export async function readTeams(
  host: string,
  { root }: ReleaseIndex,
  report: Report,
): Promise<LaterReleases['remotes'] | undefined> {
  if (!teamsOf(root).length) return undefined
  const text = await report.check(TEAM_RELEASES_FILE, async () =>
    (await fetchFile(host + TEAM_RELEASES_FILE)).toString(),
  )
  if (text === undefined) return undefined
  const remotes: LaterReleases['remotes'] = {}
  for (const lines of teamLines(text)) {
    const name = `${TEAM_RELEASES_FILE} ${lines.id}`
    await report.check(name, async () => {
      const role = root?.roles[teamRole(lines.id)]
      if (!role || !(await isSigned(role, lines.signatures, lines.signed)))
        throw new Error('its team has not signed it')
      const { id, audience, channels, versions, ...dates } = readAs(TeamReleases, lines.signed)
      if (id !== lines.id) throw new Error(`it is signed for ${id}`)
      if (!audience.includes(new URL(host).origin)) throw new Error(`it is for ${audience.join(', ')}`)
      const dated = datedBy(dates)
      if (dated) throw new Error(`${dated}: it is valid from ${dates.issuedAt} until ${dates.notAfter}`)
      remotes[id] = { channels, versions }
      report.ok(name, `serial ${dates.serial}`)
    })
  }
  return remotes
}
