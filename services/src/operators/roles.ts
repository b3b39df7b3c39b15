import { type Grant, ROLES, type Role } from '@portico/contracts/services/operators'
import type { AdminScope } from '../projectConfig/adminTokens.ts'

const SCOPES: Readonly<Record<Role, readonly AdminScope[]>> = {
  viewer: ['read'],
  operator: ['read', 'toggle'],
  releaser: ['read', 'toggle', 'release'],
}

export const scopesOf = (role: Role): readonly AdminScope[] => SCOPES[role]

type Grants = readonly Pick<Grant, 'projectId' | 'role'>[]

/** The highest role in the project; `null` asks for a role in all projects. Undefined without any. */
export function roleIn(grants: Grants, projectId: string | null): Role | undefined {
  const held = grants.filter((grant) => grant.projectId === null || grant.projectId === projectId)
  return ROLES.findLast((role) => held.some((grant) => grant.role === role))
}

export function hasScope(grants: Grants, projectId: string | null, scope: AdminScope): boolean {
  const role = roleIn(grants, projectId)
  return role !== undefined && SCOPES[role].includes(scope)
}
