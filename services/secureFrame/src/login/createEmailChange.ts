import {
  EmailChangeAnswer,
  EmailCheckAnswer,
  LOGIN_EMAIL_CHECK_PATH,
  LOGIN_EMAIL_PATH,
} from '@portico/contracts/services/login'
import type { InferOutput } from 'valibot'
import { type Handlers, Refused } from '../messages/channel.ts'
import type { OwnSessions } from '../session/createSessions.ts'
import { codeRefusal, requireCode } from './createEmailLogin.ts'
import { SLOW_LIMIT_MS } from './createLoginClient.ts'
import { orRefuse } from './refusals.ts'

export interface EmailChange {
  readonly handlers: Pick<Handlers, 'UPDATE_EMAIL' | 'UPDATE_EMAIL_PRIMARY_OTP' | 'UPDATE_EMAIL_SECONDARY_OTP'>
  forget(): void
}

interface EmailChangeParts {
  readonly sessions: OwnSessions
  /** The address is another at login; the recovery store mails to the one of before until it is told what was typed here. */
  readonly onEmailChanged: (email: string) => Promise<void>
}

type Outcome = InferOutput<typeof EmailCheckAnswer>

/** Another address for whoever is signed in by mail: a code to the one of before, then one to the new (secure-frame.md §9.6). */
export function createEmailChange({ sessions, onEmailChanged }: EmailChangeParts): EmailChange {
  let attempt: string | undefined
  let typed = ''

  async function check(
    otp: string,
    signal: AbortSignal,
  ): Promise<Exclude<Outcome, { outcome: 'wrong' | 'usedUp' | 'expired' }>> {
    if (attempt === undefined) throw new Refused('codeExpired')
    const body = { attempt, code: requireCode(otp) }
    const asked = sessions.ask(LOGIN_EMAIL_CHECK_PATH, EmailCheckAnswer, { body, signal, limitMs: SLOW_LIMIT_MS })
    const answer = await orRefuse(asked, 'internal')
    if (answer.outcome === 'wrong') throw codeRefusal('wrong', answer.triesLeft)
    if (answer.outcome === 'usedUp' || answer.outcome === 'expired') throw codeRefusal(answer.outcome)
    return answer
  }

  return {
    forget() {
      attempt = undefined
    },
    handlers: {
      async UPDATE_EMAIL({ email }, { origin, signal }) {
        // Others have no address that could be confirmed.
        if ((await sessions.current())?.provider !== 'email') throw new Refused('notConnected')
        const body = { email, page: origin }
        const asked = sessions.ask(LOGIN_EMAIL_PATH, EmailChangeAnswer, { body, signal, limitMs: SLOW_LIMIT_MS })
        attempt = (await orRefuse(asked, 'mailUnavailable')).attempt
        typed = email
        return { action: 'VERIFY_PRIMARY_OTP' }
      },
      async UPDATE_EMAIL_PRIMARY_OTP({ otp }, { signal }) {
        const { outcome } = await check(otp, signal)
        if (outcome !== 'primaryAccepted') throw new Refused('codeExpired')
      },
      async UPDATE_EMAIL_SECONDARY_OTP({ otp }, { signal }) {
        const answer = await check(otp, signal)
        // Whoever typed this one was asked for the other.
        if (answer.outcome === 'primaryAccepted') throw new Refused('codeWrong')
        attempt = undefined
        if (answer.outcome === 'taken') throw new Refused('emailInvalid')
        await sessions.setEmail(answer.email)
        await onEmailChanged(typed)
        return { newEmail: answer.email }
      },
    },
  }
}
