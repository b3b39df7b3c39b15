import { emailIdentity } from '@portico/contracts/embeddedWallet/email'
import {
  EmailChangeAnswer,
  EmailCheckAnswer,
  LOGIN_EMAIL_CHECK_PATH,
  LOGIN_EMAIL_PATH,
} from '@portico/contracts/services/login'
import { type Handlers, Refused } from '../messages/channel.ts'
import type { OwnSessions } from '../session/createSessions.ts'
import { codeRefusal, requireCode } from './createEmailLogin.ts'
import { SLOW_LIMIT_MS } from './createLoginClient.ts'
import { orRefuse } from './refusals.ts'

interface EmailChangeParts {
  readonly sessions: OwnSessions
  /** Called when the login service has the new address, so that the recovery store gets `email` too. */
  readonly onEmailChanged: (email: string) => Promise<void>
}

/** Changes a visitor's email address, with codes mailed to the old and to the new address (secure-frame.md §9.6). */
export function createEmailChange({ sessions, onEmailChanged }: EmailChangeParts) {
  /** The latest change and the address typed for it, in one object so that another change replaces both together. */
  let latest: { readonly attempt: string; readonly email: string } | undefined

  async function check(attempt: string, otp: string, signal: AbortSignal) {
    const body = { attempt, code: requireCode(otp) }
    const answering = sessions.ask(LOGIN_EMAIL_CHECK_PATH, EmailCheckAnswer, { body, signal, limitMs: SLOW_LIMIT_MS })
    const answer = await orRefuse(answering, 'internal')
    if (answer.outcome === 'wrong') throw codeRefusal('wrong', answer.triesLeft)
    if (answer.outcome === 'usedUp' || answer.outcome === 'expired') throw codeRefusal(answer.outcome)
    return answer
  }

  /** @throws Refused `codeExpired` if nothing was begun */
  function requireBegun() {
    if (!latest) throw new Refused('codeExpired')
    return latest
  }

  return {
    forget() {
      latest = undefined
    },
    handlers: {
      async UPDATE_EMAIL({ email }, { origin, signal }) {
        // Visitors who signed in by other means have no address to confirm.
        if ((await sessions.current())?.provider !== 'email') throw new Refused('notConnected')
        const body = { email, page: origin }
        const answering = sessions.ask(LOGIN_EMAIL_PATH, EmailChangeAnswer, { body, signal, limitMs: SLOW_LIMIT_MS })
        const { attempt } = await orRefuse(answering, 'mailUnavailable')
        latest = { attempt, email }
        return { action: 'VERIFY_PRIMARY_OTP' }
      },
      async UPDATE_EMAIL_PRIMARY_OTP({ otp }, { signal }) {
        const { outcome } = await check(requireBegun().attempt, otp, signal)
        if (outcome !== 'primaryAccepted') throw new Refused('codeExpired')
      },
      async UPDATE_EMAIL_SECONDARY_OTP({ otp }, { signal }) {
        const begun = requireBegun()
        const answer = await check(begun.attempt, otp, signal)
        // This was the code from the old address.
        if (answer.outcome === 'primaryAccepted') throw new Refused('codeWrong')
        if (latest === begun) latest = undefined
        if (answer.outcome === 'taken') throw new Refused('emailTaken')
        // The login service alone must not decide where the recovery store mails to (docs/threat-model.md).
        if (emailIdentity(answer.email) !== emailIdentity(begun.email)) throw new Refused('internal')
        await sessions.setEmail(answer.email)
        await onEmailChanged(begun.email)
        return { newEmail: answer.email }
      },
    } satisfies Pick<Handlers, 'UPDATE_EMAIL' | 'UPDATE_EMAIL_PRIMARY_OTP' | 'UPDATE_EMAIL_SECONDARY_OTP'>,
  }
}
