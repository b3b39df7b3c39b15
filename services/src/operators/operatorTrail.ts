import type { ActionSignature } from '@portico/contracts/services/admin'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Rows of the audit log about operators belong to no project. */
export const OF_OPERATORS = '*'

export interface OperatorChange {
  readonly projectId?: string | undefined
  readonly actor: string
  readonly action: string
  readonly reason?: string | null | undefined
  readonly signatures?: readonly ActionSignature[] | undefined
  readonly from?: Readonly<Record<string, unknown>>
  readonly to?: Readonly<Record<string, unknown>>
}

/** Adds a row to the audit log about something that is no change of a project. */
export async function recordOperatorChange(
  db: Kysely<Schema>,
  { projectId = OF_OPERATORS, actor, action, reason = null, signatures, from = {}, to = {} }: OperatorChange,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      project_id: projectId,
      actor,
      action,
      reason,
      signatures: signatures ? JSON.stringify(signatures) : null,
      from_facts: JSON.stringify(from),
      to_facts: JSON.stringify(to),
    })
    .execute()
}
