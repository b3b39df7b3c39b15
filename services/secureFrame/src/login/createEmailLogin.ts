import { emailIdentity } from '@portico/contracts/embeddedWallet/email'
import {
  CodeText,
  LOGIN_CODES_CHECK_PATH,
  LOGIN_CODES_PATH,
  LoginCheckAnswer,
  LoginCodeAnswer,
  type OpenedSession,
} from '@portico/contracts/services/login'
import { is } from 'valibot'
import { type Asking, type Handlers, Refused } from '../messages/channel.ts'
import { SLOW_LIMIT_MS } from './createLoginClient.ts'
import { orRefuse } from './refusals.ts'
import { openFor, type SignInDependencies } from './signIn.ts'

interface EmailLoginParts extends SignInDependencies {
  /** Whether the signed-in visitor can use the wallet without further steps. */
  readonly isConnected: () => Promise<boolean>
}

/** Why a code was refused. @param triesLeft tries that are left after a wrong code */
export const codeRefusal = (outcome: 'wrong' | 'usedUp' | 'expired', triesLeft = 0) => {
  if (outcome === 'expired') return new Refused('codeExpired')
  return new Refused(outcome === 'wrong' && triesLeft > 0 ? 'codeWrong' : 'codeUsedUp')
}

/** Refuses text that cannot be a code, without a request. @throws Refused `codeWrong` */
export function requireCode(otp: string): string {
  const code = otp.trim()
  if (!is(CodeText, code)) throw new Refused('codeWrong')
  return code
}

/**
 * Whether the login service has opened a session for the typed address. The recovery store mails its links to the
 * session's address, so a login service that could choose it freely could get the shares of a new wallet
 * (docs/threat-model.md).
 */
const isOf = ({ provider, email }: Pick<OpenedSession, 'provider' | 'email'>, typed: string): boolean =>
  provider === 'email' && email !== null && emailIdentity(email) === emailIdentity(typed)

/**
 * Signing in by email (secure-frame.md §9). Every device needs a code, unless it is already signed in with that
 * address. Attempts are kept in memory only: reloading the page starts over.
 */
export function createEmailLogin(parts: EmailLoginParts) {
  const { login, sessions, isConnected } = parts
  /** The latest attempt, which ends the earlier ones. */
  let attempt: { readonly email: string; readonly secret: Promise<string> } | undefined

  async function isSignedIn(email: string): Promise<boolean> {
    const session = await sessions.current()
    return session !== undefined && isOf(session, email) && (await isConnected())
  }

  async function begin(email: string, { origin, signal }: Asking): Promise<string> {
    const keyThumbprint = await sessions.keyThumbprint()
    const answering = login.ask(LOGIN_CODES_PATH, LoginCodeAnswer, {
      body: { email, page: origin, keyThumbprint },
      signal,
      limitMs: SLOW_LIMIT_MS,
    })
    return (await orRefuse(answering, 'mailUnavailable')).attempt
  }

  return {
    /** Ends an attempt that was begun. */
    forget() {
      attempt = undefined
    },
    handlers: {
      async CONNECT_EMAIL({ email }, asking) {
        if (await isSignedIn(email)) return { action: 'CONNECT' }
        const begun = { email, secret: begin(email, asking) }
        const before = attempt
        attempt = begun
        try {
          await begun.secret
        } catch (error) {
          // No mail was sent, so the code of the earlier attempt is still the latest.
          if (attempt === begun) attempt = before
          throw error
        }
        return { action: 'VERIFY_OTP' }
      },
      async CONNECT_OTP({ otp }, { signal }) {
        const typedFor = attempt
        if (!typedFor) throw new Refused('codeExpired')
        const body = { attempt: await typedFor.secret, code: requireCode(otp) }
        const answer = await orRefuse(login.ask(LOGIN_CODES_CHECK_PATH, LoginCheckAnswer, { body, signal }), 'internal')
        if (answer.outcome === 'wrong') throw codeRefusal('wrong', answer.triesLeft)
        if (answer.outcome !== 'accepted') throw codeRefusal(answer.outcome)
        if (attempt === typedFor) attempt = undefined
        if (!isOf(answer.session, typedFor.email)) throw new Refused('internal')
        await openFor(parts, answer.session, 'email')
      },
    } satisfies Pick<Handlers, 'CONNECT_EMAIL' | 'CONNECT_OTP'>,
  }
}
