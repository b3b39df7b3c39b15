import { createHash } from 'node:crypto'
import { LaterReleases } from '@portico/contracts/services/laterReleases'
import { ReleaseIndex, type ReleaseRole, type Remotes } from '@portico/contracts/services/releaseIndex'
import {
  TEAM_RELEASES_FILE,
  TeamReleases,
  teamLines,
  teamRole,
  teamsOf,
} from '@portico/contracts/services/signedReleases'
import { isSigned, verifyIndex } from '@portico/contracts/services/verifyIndex'
import { type InferOutput, parse } from 'valibot'
import { readBytes } from '../http/readBytes.ts'

/** What a deployment has published. */
export interface Release {
  readonly index: ReleaseIndex
  /** The rest of the index, and the remotes that teams sign themselves. */
  readonly remotes: InferOutput<typeof Remotes>
  /** The serial of each team's releases, keyed by the remote's id. */
  readonly teamSerials: Readonly<Record<string, number>>
  /** The ids of the keys in the signatures of the index. */
  readonly keyIds: readonly string[]
}

const INDEX_MAX_BYTES = 4_000_000
const ANSWER_TIMEOUT_MS = 3_000
const LATER_FILE = /^releases-[0-9a-f]{16}\.json$/

const integrityOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

async function request(url: URL): Promise<Response> {
  return fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
}

async function bytesOf(response: Response): Promise<Buffer> {
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`)
  return Buffer.from(await readBytes(response.body, INDEX_MAX_BYTES))
}

/** The index, whose signatures are checked if it is known who may sign. */
async function readIndex(text: string, trusted: ReleaseRole | undefined): Promise<ReleaseIndex> {
  const index = trusted ? await verifyIndex(text, trusted) : JSON.parse(text.slice(text.lastIndexOf('\n') + 1))
  if (index === undefined) throw new Error('The release index is not signed by the keys in RELEASE_ROOT_KEYS')
  return parse(ReleaseIndex, index)
}

/** What teams have signed. Signatures are checked, because one file has the lines of many. */
async function readTeams(from: URL, { root }: ReleaseIndex): Promise<TeamReleases[]> {
  if (!teamsOf(root).length) return []
  const response = await request(new URL(TEAM_RELEASES_FILE, from))
  if (response.status === 404) return []
  const lines = teamLines((await bytesOf(response)).toString('utf8'))
  const read = await Promise.all(
    lines.map(async ({ id, signatures, signed }) => {
      const role = root?.roles[teamRole(id)]
      if (!role || !(await isSigned(role, signatures, signed))) return []
      const releases = parse(TeamReleases, JSON.parse(signed))
      return releases.id === id ? [releases] : []
    }),
  )
  return read.flat()
}

/**
 * Reads the release that modals read.
 * @param from the URL of the index
 * @param trusted the holders of the role `root`. Without them, signatures are not checked, and no root is known
 * @throws Error if it cannot be read, or is not signed as required
 */
export async function readRelease(from: URL, trusted?: ReleaseRole): Promise<Release> {
  const text = (await bytesOf(await request(from))).toString('utf8')
  const index = await readIndex(text, trusted)
  let { remotes } = index
  if (index.later) {
    // An index that is not verified must not choose what is requested.
    if (!LATER_FILE.test(index.later.file)) throw new Error('The second file has an unknown name')
    const bytes = await bytesOf(await request(new URL(index.later.file, from)))
    if (integrityOf(bytes) !== index.later.integrity) throw new Error(`${index.later.file} has another hash`)
    remotes = { ...remotes, ...parse(LaterReleases, JSON.parse(bytes.toString('utf8'))).remotes }
  }
  const teams = await readTeams(from, index)
  const own = teams.map(({ id, channels, versions }) => [id, { channels, versions }] as const)
  return {
    index,
    remotes: { ...remotes, ...Object.fromEntries(own) },
    keyIds:
      text
        .split('\n')
        .at(-2)
        ?.split(',')
        .map((signature) => signature.split(':')[1] ?? '') ?? [],
    teamSerials: Object.fromEntries(teams.map(({ id, serial }) => [id, serial])),
  }
}
