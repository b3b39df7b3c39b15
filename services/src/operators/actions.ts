import { randomUUID } from 'node:crypto'
import type { ActionSignature } from '@portico/contracts/services/admin'
import {
  type ActionAnswer,
  type Assertion,
  type Decision,
  type Invitation,
  isDangerous,
  type PendingActions,
} from '@portico/contracts/services/operators'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { invalidRequest, ServiceError } from '../http/errors.ts'
import type { AdminView } from '../projectConfig/adminView.ts'
import { changeInTransaction, changeProject } from '../projectConfig/changeProject.ts'
import { carryOut, refuseDecision } from '../projectConfig/decisions.ts'
import type { Project } from '../projectConfig/project.ts'
import { readProject } from '../projectConfig/readProject.ts'
import type { ReadPublished } from '../releases/readPublished.ts'
import { actionText } from './actionText.ts'
import { applyOperatorDecision, describe, isOperatorDecision, scopeOfDecision } from './decisions.ts'
import { PENDING_LIFETIME_MS, SIGNING_LIFETIME_MS } from './limits.ts'
import { findOperator, listOperators, type Operator } from './operators.ts'
import { recordOperatorChange } from './operatorTrail.ts'
import { checkAssertion } from './passkeys.ts'
import { hasScope } from './roles.ts'
import { sha256 } from './secrets.ts'
import type { OperatorTables } from './tables.ts'

export interface ActionsDependencies {
  readonly db: Kysely<Schema>
  readonly readPublished: ReadPublished
  readonly view: AdminView
  readonly consoleOrigin: string
  readonly now: () => number
}

interface Proposal {
  readonly decision: Decision
  readonly reason?: string | undefined
  readonly force?: boolean | undefined
}

type Row = Selectable<OperatorTables['operator_actions']>

/** @throws ServiceError `operator.role` */
function refuseRole(operator: Operator, projectId: string | null, decision: Decision): void {
  const scope = scopeOfDecision(decision)
  // A wallet of one's own, and an approval, need no role in all projects.
  if (decision.kind === 'wallet' || decision.kind === 'approve') return
  if (!hasScope(operator.grants, projectId, scope)) throw new ServiceError('operator.role', { scope })
}

async function namesOf(db: Kysely<Schema>): Promise<(id: string) => string> {
  const names = new Map(
    (await db.selectFrom('operators').select(['id', 'name']).execute()).map((one) => [one.id, one.name]),
  )
  return (id) => names.get(id) ?? id
}

/** Whether a second operator has to sign. A kill only takes a feature away, and must not wait for anybody. */
async function needsTwo(db: Kysely<Schema>, { project_id, decision }: Pick<Row, 'project_id' | 'decision'>) {
  if (decision.kind === 'kill' || decision.kind === 'wallet' || decision.kind === 'approve') return false
  // Who can add operators could add a second one for every project, so the strictest project's rule applies.
  const projects = db.selectFrom('projects').select('id').where('signing', '=', 'two').limit(1)
  const strict = await (project_id === null ? projects : projects.where('id', '=', project_id)).executeTakeFirst()
  return strict !== undefined
}

/** @throws ServiceError `action.over` if it is not this operator's, is signed already, or too old */
async function lockAction(trx: Transaction<Schema>, id: string, state: Row['state'], nowMs: number): Promise<Row> {
  const row = await trx
    .selectFrom('operator_actions')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', state)
    .where('expires_at', '>', new Date(nowMs))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ServiceError('action.over')
  return row
}

const finish = (trx: Transaction<Schema>, id: string) =>
  trx.updateTable('operator_actions').set({ state: 'over' }).where('id', '=', id).execute()

/** What a decision has changed. */
interface Applied {
  readonly project?: Project
  readonly invitation?: Invitation
}

/** @throws ServiceError `operator.alone` if fewer than two operators could sign for the project */
async function refuseAlone(db: Kysely<Schema>, projectId: string): Promise<void> {
  const { operators } = await listOperators(db)
  const able = operators.filter(({ grants, passkeys }) => passkeys.length > 0 && hasScope(grants, projectId, 'release'))
  if (able.length < 2) throw new ServiceError('operator.alone')
}

/** Keeps an action until its operator has signed it. */
async function prepareAction(
  { db, consoleOrigin, now }: ActionsDependencies,
  operator: Operator,
  projectId: string | null,
  proposal: Proposal,
  nested?: string,
) {
  const { decision, reason, force = false } = proposal
  const passkeys = await db
    .selectFrom('operator_passkeys')
    .select('credential_id')
    .where('operator_id', '=', operator.id)
    .execute()
  const [id, at] = [randomUUID(), new Date(now())]
  const expires_at = new Date(now() + SIGNING_LIFETIME_MS)
  const action = describe(decision, force, await namesOf(db))
  const text = actionText({ id, consoleOrigin, projectId, operator, action, decision, reason, at, nested })
  await db.deleteFrom('operator_actions').where('expires_at', '<', at).execute()
  await db
    .insertInto('operator_actions')
    .values({
      id,
      project_id: projectId,
      operator_id: operator.id,
      decision: JSON.stringify(decision),
      is_forced: force,
      reason: reason ?? null,
      text,
      created_at: at,
      expires_at,
    })
    .execute()
  const credentialIds = passkeys.map(({ credential_id }) => credential_id)
  const expiresAt = expires_at.toISOString()
  return { status: 'sign', id, text, challenge: sha256(text), credentialIds, expiresAt } as const
}

/** What waits for a second operator. @param projectId `null` for decisions about operators */
async function listPending(
  { db, now }: Pick<ActionsDependencies, 'db' | 'now'>,
  operator: Operator,
  projectId: string | null,
): Promise<PendingActions> {
  const rows = await db
    .selectFrom('operator_actions')
    .selectAll()
    .where('project_id', projectId === null ? 'is' : '=', projectId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', new Date(now()))
    .orderBy('created_at')
    .execute()
  const nameOf = await namesOf(db)
  return {
    actions: rows.map(({ id, operator_id, decision, is_forced, reason, created_at, expires_at }) => ({
      id,
      operator: nameOf(operator_id),
      action: describe(decision, is_forced, nameOf),
      ...(reason !== null && { reason }),
      decision,
      isOwn: operator_id === operator.id,
      signedAt: created_at.toISOString(),
      expiresAt: expires_at.toISOString(),
    })),
  }
}

/** What operators propose, sign and approve: the only way to make a dangerous decision with a session. */
export function createActions(dependencies: ActionsDependencies) {
  const { db, readPublished, view, consoleOrigin, now } = dependencies
  /** Applies what has been signed by everybody who has to. */
  async function apply(trx: Transaction<Schema>, row: Row, signatures: readonly ActionSignature[]): Promise<Applied> {
    const { decision, reason, is_forced: isForced, project_id: projectId } = row
    const actor = signatures.map(({ operator }) => operator).join(' and ')
    const change = { actor, action: describe(decision, isForced, await namesOf(trx)), signatures }
    await finish(trx, row.id)
    if (isOperatorDecision(decision)) {
      if (decision.kind === 'approve') throw new ServiceError('action.over')
      const author = { ...change, reason, operatorId: row.operator_id }
      const invitation = await applyOperatorDecision(trx, decision, author, consoleOrigin, now())
      return invitation ? { invitation } : {}
    }
    if (projectId === null) throw new ServiceError('project.unknown')
    const deed = { ...change, projectId, ...(reason !== null && { reason }) }
    return {
      project: await changeInTransaction(trx, deed, (project) =>
        carryOut(project, decision, { isForced, action: deed.action }),
      ),
    }
  }

  /** @throws ServiceError `action.over`, `action.ownSecond`, `operator.role` */
  async function lockPending(trx: Transaction<Schema>, id: string, second: Operator): Promise<Row> {
    const pending = await lockAction(trx, id, 'pending', now())
    if (pending.operator_id === second.id) throw new ServiceError('action.ownSecond')
    const first = await findOperator(trx, pending.operator_id)
    if (!first) throw new ServiceError('action.over')
    for (const operator of [first, second]) refuseRole(operator, pending.project_id, pending.decision)
    return pending
  }

  /** Keeps a signed action until a second operator has signed. */
  async function wait(trx: Transaction<Schema>, row: Row, signature: ActionSignature): Promise<ActionAnswer> {
    const expires_at = new Date(now() + PENDING_LIFETIME_MS)
    await trx
      .updateTable('operator_actions')
      .set({ state: 'pending', signature: JSON.stringify(signature), expires_at })
      .where('id', '=', row.id)
      .execute()
    const { project_id: projectId, reason } = row
    const action = `propose: ${describe(row.decision, row.is_forced, await namesOf(trx))}`
    const said = { actor: signature.operator, action, reason, signatures: [signature] }
    await recordOperatorChange(trx, { ...said, ...(projectId !== null && { projectId }) })
    return { status: 'pending', id: row.id, expiresAt: expires_at.toISOString() }
  }

  /** The published releases may have changed since the action was prepared. */
  async function refuseAgain(id: string): Promise<void> {
    const row = await db.selectFrom('operator_actions').selectAll().where('id', '=', id).executeTakeFirst()
    const approved = row?.decision.kind === 'approve' ? row.decision.actionId : undefined
    if (approved) return refuseAgain(approved)
    if (!row?.project_id || isOperatorDecision(row.decision)) return
    await refuseDecision(await readProject(db, row.project_id), row.decision, readPublished, row.is_forced)
  }

  async function signLocked(
    trx: Transaction<Schema>,
    operator: Operator,
    id: string,
    assertion: Assertion,
  ): Promise<Applied | ActionAnswer> {
    const row = await lockAction(trx, id, 'prepared', now())
    if (row.operator_id !== operator.id) throw new ServiceError('action.over')
    const { operatorId, proof } = await checkAssertion(trx, assertion, sha256(row.text), consoleOrigin)
    if (operatorId !== operator.id) throw new ServiceError('operator.passkey')
    refuseRole(operator, row.project_id, row.decision)
    const signature: ActionSignature = { operator: operator.name, text: row.text, ...proof }
    if (row.decision.kind === 'approve') {
      const pending = await lockPending(trx, row.decision.actionId, operator)
      await finish(trx, row.id)
      return apply(trx, pending, [...(pending.signature ? [pending.signature] : []), signature])
    }
    return (await needsTwo(trx, row)) ? wait(trx, row, signature) : apply(trx, row, [signature])
  }

  return {
    /**
     * Makes a decision at once, or prepares it for the operator's signature.
     * @param projectId `null` for a decision about operators
     * @throws ServiceError `operator.role`, and what `refuseDecision` throws
     */
    async propose(operator: Operator, projectId: string | null, proposal: Proposal): Promise<ActionAnswer> {
      const { decision, reason, force = false } = proposal
      refuseRole(operator, projectId, decision)
      if (decision.kind === 'kill' && !reason) throw invalidRequest('reason: is required')
      if (decision.kind === 'approve') {
        const { text } = await db.transaction().execute((trx) => lockPending(trx, decision.actionId, operator))
        return prepareAction(dependencies, operator, projectId, proposal, text)
      }
      if (isOperatorDecision(decision)) return prepareAction(dependencies, operator, null, proposal)
      if (projectId === null) throw new ServiceError('project.unknown')
      await refuseDecision(await readProject(db, projectId), decision, readPublished, force)
      if (decision.kind === 'signing' && decision.signing === 'two') await refuseAlone(db, projectId)
      if (isDangerous(decision)) return prepareAction(dependencies, operator, projectId, proposal)
      const deed = { projectId, actor: operator.name, action: describe(decision, force, String), reason }
      const project = await changeProject(db, deed, (before) =>
        carryOut(before, decision, { isForced: force, action: deed.action }),
      )
      return { status: 'done', project: await view(project) }
    },

    /**
     * Makes a prepared decision, now that its operator has signed its text; or keeps it for a second operator.
     * @throws ServiceError `action.over`, `action.ownSecond`, `operator.passkey`, `operator.role`, and what
     *   `refuseDecision` throws
     */
    async sign(operator: Operator, id: string, assertion: Assertion): Promise<ActionAnswer> {
      await refuseAgain(id)
      const done = await db.transaction().execute((trx) => signLocked(trx, operator, id, assertion))
      if ('status' in done) return done
      const { project, invitation } = done
      return { status: 'done', ...(project && { project: await view(project) }), ...(invitation && { invitation }) }
    },

    /** What waits for a second operator. @param projectId `null` for decisions about operators */
    pending: (operator: Operator, projectId: string | null) => listPending({ db, now }, operator, projectId),

    /** Ends a pending action without its effect. @throws ServiceError `action.over`, `operator.role` */
    async refuse(operator: Operator, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const row = await lockAction(trx, id, 'pending', now())
        refuseRole(operator, row.project_id, row.decision)
        await finish(trx, id)
        const action = `refuse: ${describe(row.decision, row.is_forced, await namesOf(trx))}`
        const projectId = row.project_id
        await recordOperatorChange(trx, { actor: operator.name, action, ...(projectId !== null && { projectId }) })
      })
    },
  }
}

export type Actions = ReturnType<typeof createActions>
