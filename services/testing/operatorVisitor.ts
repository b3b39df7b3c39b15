import type { ActionAnswer, Grant, Invitation } from '@portico/contracts/services/operators'
import { createTestPasskey, type TestPasskey } from './authenticator.ts'

export const CONSOLE_ORIGIN = 'http://localhost:4304'

/** An operator's browser: a passkey, and the session's cookie. */
export interface TestOperator {
  readonly passkey: TestPasskey
  cookie: string
  /** Sends a request as a page of the console does. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  /** Proposes an action about a project, or about operators (`null`). */
  propose(projectId: string | null, decision: object, more?: { reason?: string; force?: boolean }): Promise<Response>
  /** Signs a prepared action with the operator's passkey. */
  sign(action: ActionAnswer & { status: 'sign' }): Promise<Response>
  /** Proposes and signs, as a press on a button and a touch of the sensor do. */
  decide(projectId: string | null, decision: object, more?: { reason?: string; force?: boolean }): Promise<Response>
}

const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

/** Joins by an invitation, which makes a passkey and opens a session. */
export async function joinAsOperator(servicesUrl: string, invitation: Invitation): Promise<TestOperator> {
  const passkey = createTestPasskey(CONSOLE_ORIGIN)
  const operator: TestOperator = {
    passkey,
    cookie: '',
    call: (method, path, body, headers = {}) =>
      fetch(`${servicesUrl}${path}`, {
        method,
        headers: { Origin: CONSOLE_ORIGIN, Cookie: operator.cookie, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    propose: (projectId, decision, more = {}) =>
      operator.call(
        'POST',
        projectId === null ? '/admin/v1/operators/actions' : `/admin/v1/projects/${projectId}/actions`,
        { decision, ...more },
      ),
    sign: ({ id, challenge }) =>
      operator.call('POST', `/admin/v1/operators/actions/${id}/sign`, { assertion: passkey.assert(challenge) }),
    async decide(projectId, decision, more) {
      const answer = await operator.propose(projectId, decision, more)
      const action = (await answer.clone().json()) as ActionAnswer
      return action.status === 'sign' ? operator.sign(action) : answer
    },
  }
  const secret = new URL(invitation.url).hash.replace('#invitation=', '')
  const opened = await operator.call('POST', '/admin/v1/session/invitation', { secret })
  const { options } = (await opened.json()) as { options: { challenge: string } }
  const registration = passkey.register(options.challenge)
  operator.cookie = cookieOf(await operator.call('POST', '/admin/v1/session/enrol', { secret, registration }))
  return operator
}

/** Invites with an admin token, as `npm run project -- operators invite` does. */
export async function inviteByToken(servicesUrl: string, token: string, name: string, grants: readonly Grant[]) {
  return fetch(`${servicesUrl}/admin/v1/operators/invitations`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ name, grants }),
  })
}
