import type { RemoteId } from '@portico/contracts'
import { knownRemote } from '@portico/contracts/services/knownRemotes'
import type { LastChange } from '@portico/contracts/services/rollouts'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Finds the last entry of the audit trail that changed something about a remote. */
export async function readLastChanges(
  db: Kysely<Schema>,
  projectId: string,
): Promise<(id: RemoteId) => LastChange | undefined> {
  const rows = await db
    .selectFrom('last_changes')
    .innerJoin('audit_log', 'audit_log.id', 'last_changes.audit_id')
    .select(['fact', 'audit_id', 'at', 'actor', 'action'])
    .where('last_changes.project_id', '=', projectId)
    .execute()
  return (id) => {
    const facts = [`remotes.${id}`, `rollouts.${id}`, `features.${knownRemote(id)?.entry}`]
    const [newest] = rows.filter(({ fact }) => facts.includes(fact)).sort((one, other) => other.audit_id - one.audit_id)
    return newest && { at: newest.at.toISOString(), actor: newest.actor, action: newest.action }
  }
}
