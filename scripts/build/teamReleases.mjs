import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { holdersAmong, signaturesOf } from './releaseKeys.mjs'
import { lastRoot, rootsOf, teamsOf } from './signedText.mjs'

/**
 * The releases that teams sign themselves, in a file beside the index. Each remote has two lines: its id with the
 * signatures, and the signed JSON (`shared-contracts/src/services/signedReleases.ts`).
 *
 * @typedef {import('./releaseIndex.mjs').RemoteEntry} RemoteEntry
 * @typedef {{ id: string, serial: number, channels: RemoteEntry['channels'], versions: RemoteEntry['versions'] }} Team
 */

/** `TEAM_RELEASES_FILE` of the contracts. @param {string} indexFile */
export const teamFile = (indexFile) => join(dirname(indexFile), 'team-releases.txt')

/** The lines of each team, keyed by the remote's id. @param {string} indexFile @returns {Map<string, string>} */
function linesOf(indexFile) {
  const file = teamFile(indexFile)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Map(
    lines.flatMap((line, at) => (at % 2 || !line ? [] : [[line.split(' ')[0] ?? '', `${line}\n${lines[at + 1]}`]])),
  )
}

const read = (/** @type {string} */ lines) => /** @type {Team} */ (JSON.parse(lines.slice(lines.indexOf('\n') + 1)))

/**
 * What the teams of the last root have signed, keyed by the remote's id.
 * @param {string} indexFile @returns {Record<string, RemoteEntry>}
 */
export function readTeamReleases(indexFile) {
  const teams = teamsOf(lastRoot(rootsOf(indexFile)))
  const signed = [...linesOf(indexFile)].filter(([id]) => teams.includes(id))
  return Object.fromEntries(
    signed.map(([id, lines]) => {
      const { channels, versions } = read(lines)
      return [id, { channels, versions }]
    }),
  )
}

/**
 * Signs the remotes of teams that have changed. The others keep their lines.
 * @param {string} indexFile
 * @param {{ remotes: Record<string, RemoteEntry>, audience: string[] }} index
 * @param {import('./releaseKeys.mjs').ReleaseKeys[]} pairs
 * @param {{ issuedAt: string, notAfter: string }} dates
 * @throws Error if a changed remote lacks its team's signatures
 */
export function writeTeamReleases(indexFile, { remotes, audience }, pairs, dates) {
  const root = lastRoot(rootsOf(indexFile))
  const known = linesOf(indexFile)
  const written = teamsOf(root).flatMap((id) => {
    const role = root?.roles[`remote:${id}`]
    const remote = remotes[id]
    const lines = known.get(id)
    if (!remote || !role) return []
    const before = lines === undefined ? undefined : read(lines)
    if (before && isDeepStrictEqual([before.channels, before.versions], [remote.channels, remote.versions]))
      return [lines]
    const own = holdersAmong(pairs, role)
    if (own.length < role.threshold) {
      if (before)
        throw new Error(
          `${id} is signed by its own team: name the keys of the role remote:${id} in PORTICO_RELEASE_KEYS.`,
        )
      console.warn(`${id} is withheld until its team has signed it.`)
      return []
    }
    const serial = Math.max((before?.serial ?? 0) + 1, Math.floor(Date.now() / 1000))
    const signed = JSON.stringify({ type: 'remote', id, serial, audience, ...dates, ...remote })
    return [`${id} ${signaturesOf(signed, own)}\n${signed}`]
  })
  if (written.length || known.size) writeFileSync(teamFile(indexFile), written.join('\n'))
}
