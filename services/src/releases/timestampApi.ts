import type { ReleaseRole } from '@portico/contracts/services/releaseIndex'
import { type ReleaseTimestamp, TIMESTAMP_PATH, teamRole } from '@portico/contracts/services/signedReleases'
import { Hono } from 'hono'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { type Release, readRelease } from './readRelease.ts'
import { type Signer, signText } from './releaseKeys.ts'

/** What the services need to state which releases are the latest. */
export interface TimestampOptions {
  readonly url: URL
  readonly trusted: ReleaseRole
  readonly signer: Signer
}

/** How long a timestamp is valid. A browser that can reach the services fetches one at each visit. */
const VALID_MS = 12 * 3_600_000
/** A new index is stated as the latest after this time at most. */
const LATELY_MS = 10_000

interface Mark {
  readonly root: number
  readonly serial: number
}

/**
 * Remembers the latest release ever seen, which the host may have replaced by an older one since.
 * @returns the latest
 */
async function remember(db: Kysely<Schema>, name: string, { root, serial }: Mark): Promise<Mark> {
  const row = await db
    .insertInto('release_marks')
    .values({ name, root, serial })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ root, serial })
        .where(sql<boolean>`(release_marks.root, release_marks.serial) < (${root}, ${serial})`),
    )
    .returning(['root', 'serial'])
    .executeTakeFirst()
  const latest =
    row ?? (await db.selectFrom('release_marks').select(['root', 'serial']).where('name', '=', name).executeTakeFirst())
  return { root: Number(latest?.root ?? root), serial: Number(latest?.serial ?? serial) }
}

/**
 * `GET /releases/v1/timestamp`: which releases are the latest, signed. If the host serves an older index than it did
 * before, the timestamp names the later one, so that browsers refuse the older one.
 */
export function timestampApi(db: Kysely<Schema>, { url, trusted, signer }: TimestampOptions, log: Log) {
  async function latest({ index, teamSerials }: Release): Promise<ReleaseTimestamp> {
    const root = index.root?.version ?? 0
    const mark = await remember(db, 'index', { root, serial: index.serial })
    if (mark.root > root || mark.serial > index.serial)
      log.error('the host serves an older release index than before', { url: url.href, latest: mark.serial })
    const teams = await Promise.all(
      Object.entries(teamSerials).map(async ([id, serial]) => {
        const known = await remember(db, teamRole(id), { root, serial })
        return [id, known.serial] as const
      }),
    )
    const now = Date.now()
    return {
      type: 'timestamp',
      ...mark,
      remotes: Object.fromEntries(teams),
      audience: index.audience,
      issuedAt: new Date(now).toISOString(),
      expires: new Date(now + VALID_MS).toISOString(),
    }
  }

  async function sign(): Promise<string> {
    const release = await readRelease(url, trusted).catch((error: unknown) => {
      log.error('release index unreadable', { url: url.href, error: String(error) })
      throw new ServiceError('index.unavailable')
    })
    return signText(JSON.stringify(await latest(release)), signer)
  }

  let signing: { readonly answer: Promise<string>; readonly until: number } | undefined
  return new Hono().get(TIMESTAMP_PATH, async (c) => {
    if (!signing || signing.until <= Date.now()) signing = { answer: sign(), until: Date.now() + LATELY_MS }
    const text = await signing.answer
    c.header('Cache-Control', 'no-cache')
    return c.text(text)
  })
}
