import { array, type InferOutput, integer, literal, minValue, number, object, pipe, record, string } from 'valibot'
import { type ReleaseRoot, Remotes } from './releaseIndex.ts'

/*
 * What others than the holders of the role `shell` sign (docs/decisions/0053-release-roles.md). Each is two lines on the
 * wire, as in `verifyIndex.ts`: signatures and JSON.
 */

/** `GET /releases/v1/timestamp` on the services. */
export const TIMESTAMP_PATH = '/releases/v1/timestamp'

/** The file of the host with the releases that teams sign themselves. */
export const TEAM_RELEASES_FILE = 'team-releases.txt'

const Serial = pipe(number(), integer(), minValue(1))

/**
 * The services' statement of which releases are the latest, signed for the role `timestamp`. It is valid for hours, so
 * that a browser notices a host that keeps serving an old index.
 */
export const ReleaseTimestamp = object({
  type: literal('timestamp'),
  /** The version of the last root; 0 without roots. */
  root: pipe(number(), integer(), minValue(0)),
  /** The serial of the latest index. */
  serial: Serial,
  /** The serials of the latest releases of teams, keyed by the remote's id. */
  remotes: record(string(), Serial),
  /** The origins of the hosts for which it is meant. */
  audience: array(string()),
  /** ISO 8601 dates. */
  issuedAt: string(),
  expires: string(),
})

/** The releases of one remote, signed for the role `remote:<id>`. On the wire, the first line begins with the id. */
export const TeamReleases = object({
  type: literal('remote'),
  id: string(),
  serial: Serial,
  audience: array(string()),
  /** ISO 8601 dates. */
  issuedAt: string(),
  notAfter: string(),
  ...Remotes.value.entries,
})

export type ReleaseTimestamp = InferOutput<typeof ReleaseTimestamp>
export type TeamReleases = InferOutput<typeof TeamReleases>

/** The role of a remote's team. */
export const teamRole = (id: string): string => `remote:${id}`

/** The ids of the remotes whose teams sign. What others sign for them does not count. */
export const teamsOf = (root: ReleaseRoot | undefined): string[] =>
  Object.keys(root?.roles ?? {}).flatMap((role) =>
    role.startsWith(teamRole('')) ? [role.slice(teamRole('').length)] : [],
  )

/** One remote's lines in the file of teams' releases. */
export interface TeamLines {
  readonly id: string
  readonly signatures: string
  readonly signed: string
}

/** Splits the file of teams' releases, whose lines are `<id> <signatures>` and JSON. Nothing is verified or parsed. */
export function teamLines(text: string): TeamLines[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    if (at % 2) return []
    const [id = '', signatures = ''] = line.split(' ')
    return id ? [{ id, signatures, signed: lines[at + 1] ?? '' }] : []
  })
}
