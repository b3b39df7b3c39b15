import { randomUUID } from 'node:crypto'
import type { Grant, Operators } from '@portico/contracts/services/operators'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'

/** A person who signs in to the console. */
export interface Operator {
  readonly id: string
  readonly name: string
  readonly grants: readonly Grant[]
}

const grantOf = ({ project_id, role }: { project_id: string | null; role: Grant['role'] }): Grant => ({
  projectId: project_id,
  role,
})

/** Undefined if there is no such operator, or no longer. */
export async function findOperator(db: Kysely<Schema>, id: string): Promise<Operator | undefined> {
  const row = await db.selectFrom('operators').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const grants = await db.selectFrom('operator_grants').selectAll().where('operator_id', '=', id).execute()
  return { ...row, grants: grants.map(grantOf) }
}

/** @throws ServiceError `operator.unknown` */
export async function requireOperator(db: Kysely<Schema>, id: string): Promise<Operator> {
  const operator = await findOperator(db, id)
  if (!operator) throw new ServiceError('operator.unknown')
  return operator
}

export async function listOperators(db: Kysely<Schema>): Promise<Operators> {
  const [operators, grants, passkeys, wallets] = await Promise.all([
    db.selectFrom('operators').selectAll().orderBy('created_at').execute(),
    db.selectFrom('operator_grants').selectAll().execute(),
    db.selectFrom('operator_passkeys').selectAll().orderBy('created_at').execute(),
    db.selectFrom('operator_wallets').selectAll().orderBy('created_at').execute(),
  ])
  return {
    operators: operators.map(({ id, name, created_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      grants: grants.filter((grant) => grant.operator_id === id).map(grantOf),
      passkeys: passkeys
        .filter((passkey) => passkey.operator_id === id)
        .map((passkey) => ({ credentialId: passkey.credential_id, createdAt: passkey.created_at.toISOString() })),
      wallets: wallets.filter((wallet) => wallet.operator_id === id).map(({ account }) => account),
    })),
  }
}

/** Replaces the operator's roles. */
export async function setGrants(db: Kysely<Schema>, operatorId: string, grants: readonly Grant[]): Promise<void> {
  await db.deleteFrom('operator_grants').where('operator_id', '=', operatorId).execute()
  await db
    .insertInto('operator_grants')
    .values(grants.map(({ projectId, role }) => ({ operator_id: operatorId, project_id: projectId, role })))
    .execute()
}

/** The operator of that name, who is created if there is none. @returns the id */
export async function ensureOperator(db: Kysely<Schema>, name: string, nowMs: number): Promise<string> {
  await db
    .insertInto('operators')
    .values({ id: randomUUID(), name, created_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await db.selectFrom('operators').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
}

/**
 * Somebody must be able to invite operators, unless an admin token can.
 * @throws ServiceError `operator.last` if no operator would be a releaser of all projects
 */
export async function refuseNoReleaser(db: Kysely<Schema>): Promise<void> {
  const left = await db
    .selectFrom('operator_grants')
    .select('operator_id')
    .where('project_id', 'is', null)
    .where('role', '=', 'releaser')
    .executeTakeFirst()
  if (!left) throw new ServiceError('operator.last')
}
