import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { type EtaggedAnswer, etagged } from '../http/etagged.ts'
import { LeastRecentlyUsed } from '../walletRegistry/leastRecentlyUsed.ts'
import type { Project } from './project.ts'
import { readProject } from './readProject.ts'

/** Enough for about a hundred thousand sites. */
const ANSWERS_MAX_BYTES = 64_000_000

interface Remembered extends EtaggedAnswer {
  readonly change: number
}

/** The number of the project's last change. Every change adds a row to the audit log, in the same transaction. */
async function lastChange(db: Kysely<Schema>, projectId: string): Promise<number | undefined> {
  const newest = await db
    .selectFrom('audit_log')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.id
}

/**
 * Caches the answers that every visitor requests: a project is read and serialized once per change, whichever process
 * made the change.
 * @throws ServiceError `project.unknown`
 */
export function rememberAnswers(db: Kysely<Schema>, wire: (project: Project) => unknown) {
  const answers = new LeastRecentlyUsed<Remembered>(ANSWERS_MAX_BYTES, ({ body }) => body.length * 2)

  return async (projectId: string): Promise<EtaggedAnswer> => {
    // Read before the project, so that the cached project may be newer than its change number, but never older.
    const change = await lastChange(db, projectId)
    const known = answers.get(projectId)
    if (known && known.change === change) return known
    const answer = etagged(wire(await readProject(db, projectId)))
    if (change !== undefined) answers.set(projectId, { ...answer, change })
    return answer
  }
}
