import type { Decision, Invitation, OperatorDecision, ProjectDecision } from '@portico/contracts/services/operators'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { AdminScope } from '../projectConfig/adminTokens.ts'
import { describeDecision, scopeOf } from '../projectConfig/decisions.ts'
import { createInvitation } from './invitations.ts'
import { refuseNoReleaser, requireOperator, setGrants } from './operators.ts'
import { type OperatorChange, recordOperatorChange } from './operatorTrail.ts'

/** Decisions about operators: who may make them, what they are called, and what they change. */

const OPERATOR_KINDS = ['invite', 'roles', 'remove', 'wallet', 'approve'] as const

export const isOperatorDecision = (decision: Decision): decision is OperatorDecision =>
  OPERATOR_KINDS.some((kind) => kind === decision.kind)

/** Everyone may add a wallet of their own; who may approve depends on what is approved. */
export const scopeOfDecision = (decision: Decision): AdminScope => {
  if (!isOperatorDecision(decision)) return scopeOf(decision)
  return decision.kind === 'wallet' || decision.kind === 'approve' ? 'read' : 'release'
}

const list = (grants: readonly { projectId: string | null; role: string }[]) =>
  grants.map(({ projectId, role }) => `${role} of ${projectId ?? 'all projects'}`).join(', ')

/** @param nameOf the name of an operator */
export function describe(decision: Decision, isForced: boolean, nameOf: (id: string) => string): string {
  switch (decision.kind) {
    case 'invite':
      return `invite ${decision.name} as ${list(decision.grants)}`
    case 'roles':
      return `make ${nameOf(decision.operatorId)} ${list(decision.grants)}`
    case 'remove':
      return `remove ${nameOf(decision.operatorId)}`
    case 'wallet':
      return `sign in with ${decision.account}`
    case 'approve':
      return 'approve'
    default:
      return describeDecision(decision satisfies ProjectDecision, isForced)
  }
}

/** An account as it is stored: EVM addresses are one account in any spelling, on every chain. */
export function accountKey(account: string): string {
  const [namespace = '', reference = '', address = ''] = account.split(':')
  return namespace === 'eip155' ? `eip155:${address.toLowerCase()}` : `${namespace}:${reference}:${address}`
}

interface Author extends Pick<OperatorChange, 'actor' | 'action' | 'reason' | 'signatures'> {
  readonly operatorId: string
}

/**
 * Applies a decision about operators, with a row in the audit log.
 * @returns the link, for an invitation
 * @throws ServiceError `operator.unknown`, `operator.last`
 */
export async function applyOperatorDecision(
  db: Kysely<Schema>,
  decision: Exclude<OperatorDecision, { kind: 'approve' }>,
  { operatorId, ...change }: Author,
  consoleOrigin: string,
  nowMs: number,
): Promise<Invitation | undefined> {
  if (decision.kind === 'invite') {
    const { name, grants } = decision
    const invitation = await createInvitation(db, { name, grants, createdBy: change.actor }, consoleOrigin, nowMs)
    await recordOperatorChange(db, { ...change, to: { [`operators.${name}`]: grants } })
    return invitation
  }
  if (decision.kind === 'wallet') {
    const row = { account: accountKey(decision.account), operator_id: operatorId, created_at: new Date(nowMs) }
    await db
      .insertInto('operator_wallets')
      .values(row)
      .onConflict((conflict) => conflict.column('account').doUpdateSet({ operator_id: operatorId }))
      .execute()
    await recordOperatorChange(db, { ...change, to: { wallet: row.account } })
    return undefined
  }
  const { name, grants } = await requireOperator(db, decision.operatorId)
  const from = { [`operators.${name}`]: grants }
  if (decision.kind === 'roles') await setGrants(db, decision.operatorId, decision.grants)
  else await db.deleteFrom('operators').where('id', '=', decision.operatorId).execute()
  await refuseNoReleaser(db)
  const to = { [`operators.${name}`]: decision.kind === 'roles' ? decision.grants : null }
  await recordOperatorChange(db, { ...change, from, to })
  return undefined
}
