import type { LoginRotateAnswer, LoginSessionAnswer } from '@portico/contracts/services/login'
import type { Shown } from './identities.ts'
import type { Opened, Session } from './sessions.ts'

export const sessionAnswer = (
  session: Session,
  { email, userName }: Shown,
  isBeingDeleted: boolean,
): LoginSessionAnswer => ({
  subject: session.subject_id,
  provider: session.provider,
  email,
  userName,
  expiresAtMs: session.expires_at.getTime(),
  isBeingDeleted,
})

export const openedSession = ({ session, token, isBeingDeleted }: Opened, shown: Shown): LoginRotateAnswer => ({
  ...sessionAnswer(session, shown, isBeingDeleted),
  token,
})
