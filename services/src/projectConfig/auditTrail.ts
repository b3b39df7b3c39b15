import type { AuditPage } from '@portico/contracts/services/admin'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** The changes of a project, newest first. */
export async function readAuditTrail(
  db: Kysely<Schema>,
  projectId: string,
  { limit, before }: { limit: number; before?: number },
): Promise<AuditPage> {
  let query = db.selectFrom('audit_log').selectAll().where('project_id', '=', projectId)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const entries = rows.slice(0, limit).map(({ id, at, actor, action, reason, signatures, from_facts, to_facts }) => ({
    id,
    at: at.toISOString(),
    actor,
    action,
    ...(reason !== null && { reason }),
    ...(signatures && { signatures }),
    from: from_facts,
    to: to_facts,
  }))
  const last = entries.at(-1)
  return rows.length > limit && last ? { entries, next: last.id } : { entries }
}
