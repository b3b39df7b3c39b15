import type { LoginRotateAnswer, LoginSessionAnswer } from '@portico/contracts/services/login'
import type { Opened, Session } from './sessions.ts'

export const sessionAnswer = (session: Session, email: string | undefined): LoginSessionAnswer => ({
  subject: session.subject_id,
  provider: session.provider,
  email: email ?? null,
  expiresAtMs: session.expires_at.getTime(),
})

export const openedSession = ({ session, token }: Opened, email: string | undefined): LoginRotateAnswer => ({
  ...sessionAnswer(session, email),
  token,
})
