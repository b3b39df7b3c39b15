import { AdminProject, AdminProjects, AuditPage } from '@portico/contracts/services/admin'
import { AnalyticsReport } from '@portico/contracts/services/analytics'
import {
  ActionAnswer,
  type Decision,
  OPERATOR_SESSION_PATH,
  OPERATORS_PATH,
  OperatorSession,
  Operators,
  PendingActions,
  ReleasesAnswer,
} from '@portico/contracts/services/operators'
import { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import { type GenericSchema, type InferOutput, is, object, parse, string, unknown } from 'valibot'

const PROJECTS = '/admin/v1/projects'
const ANSWER_TIMEOUT_MS = 15_000

/** What the services have refused, with their sentence about it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Calls the admin API on the console's own origin.
 * @throws ApiError with the services' code, or `services.silent`
 */
async function call<Schema extends GenericSchema>(
  schema: Schema,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<InferOutput<Schema>> {
  const answer = await fetch(path, {
    method,
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  }).catch(() => {
    throw new ApiError('services.silent', 'The services do not answer')
  })
  const value: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return parse(schema, value)
  if (is(ServiceErrorBody, value)) throw new ApiError(value.error.code, value.error.message)
  throw new ApiError('services.silent', `The services answer with status ${answer.status}`)
}

const ofProject = (projectId: string | null) => (projectId === null ? OPERATORS_PATH : `${PROJECTS}/${projectId}`)

/** Reads. Each of them is repeated while it is shown: see `useAnswer`. */
export const readSession = () => call(OperatorSession, OPERATOR_SESSION_PATH)
export const readProjects = () => call(AdminProjects, PROJECTS)
export const readProject = (id: string) => call(AdminProject, ofProject(id))
export const readAudit = (id: string | null, before?: number) =>
  call(AuditPage, `${ofProject(id)}/audit?limit=30${before === undefined ? '' : `&before=${before}`}`)
export const readAnalytics = (id: string) => call(AnalyticsReport, `${ofProject(id)}/analytics`)
export const readPending = (id: string | null) => call(PendingActions, `${ofProject(id)}/actions`)
export const readOperators = () => call(Operators, OPERATORS_PATH)
export const readReleases = () => call(ReleasesAnswer, `${OPERATORS_PATH}/releases`)

/** @param projectId `null` for a decision about operators */
export const propose = (
  projectId: string | null,
  decision: Decision,
  more: { reason?: string; force?: boolean } = {},
) => call(ActionAnswer, `${ofProject(projectId)}/actions`, 'POST', { decision, ...more })
export const sign = (actionId: string, assertion: unknown) =>
  call(ActionAnswer, `${OPERATORS_PATH}/actions/${actionId}/sign`, 'POST', { assertion })
export const refuse = (actionId: string) => call(unknown(), `${OPERATORS_PATH}/actions/${actionId}/refuse`, 'POST')

const Challenge = object({ challenge: string() })
const Opened = object({ name: string(), options: unknown() })
export const readChallenge = () => call(Challenge, `${OPERATOR_SESSION_PATH}/challenge`, 'POST')
export const signInByPasskey = (assertion: unknown) =>
  call(unknown(), `${OPERATOR_SESSION_PATH}/passkey`, 'POST', { assertion })
export const openInvitation = (secret: string) =>
  call(Opened, `${OPERATOR_SESSION_PATH}/invitation`, 'POST', { secret })
export const enrol = (secret: string, registration: unknown) =>
  call(unknown(), `${OPERATOR_SESSION_PATH}/enrol`, 'POST', { secret, registration })
export const signOut = () => call(unknown(), OPERATOR_SESSION_PATH, 'DELETE')
