import {
  LOGIN_SOCIAL_FINISH_PATH,
  LOGIN_SOCIAL_START_PATH,
  SocialFinishAnswer,
  SocialStartAnswer,
} from '@portico/contracts/services/login'
import { type Asking, type Handlers, Refused } from '../messages/channel.ts'
import { SLOW_LIMIT_MS } from './createLoginClient.ts'
import { readSocialReturn } from './readSocialReturn.ts'
import { orRefuse } from './refusals.ts'
import { openFor, type SignInDependencies } from './signIn.ts'
import { createSocialAttempts, type SocialAttempts } from './socialAttempts.ts'
import type { FindReturn } from './socialReturns.ts'

interface SocialLoginParts extends SignInDependencies {
  /** The origin of the secure site, the only one to which providers return. */
  readonly site: string
  /** Finds the provider's answer, which contains the code. */
  readonly findReturn: FindReturn
  readonly attempts?: SocialAttempts
}

const stateIn = (url: string): string | undefined => {
  const state = new URL(url).searchParams.get('state')
  return state !== null && /^[\w-]{43}$/.test(state) ? state : undefined
}

/** Signing in with a social account (secure-frame.md §10). */
export function createSocialLogin(parts: SocialLoginParts) {
  const { login, sessions, site, findReturn, attempts = createSocialAttempts() } = parts
  return {
    forget: () => attempts.keep(undefined),
    handlers: {
      async GET_SOCIAL_REDIRECT_URI({ provider }, { origin, signal }) {
        const body = { provider, page: origin, keyThumbprint: await sessions.keyThumbprint() }
        const answering = login.ask(LOGIN_SOCIAL_START_PATH, SocialStartAnswer, { body, signal })
        const { attempt, url, canLeadBack } = await orRefuse(answering, 'socialUnavailable')
        const state = stateIn(url)
        if (state === undefined) throw new Refused('socialUnavailable')
        attempts.keep({ attempt, state, provider, page: origin, canLeadBack })
        return { uri: url, canLeadBack }
      },
    } satisfies Pick<Handlers, 'GET_SOCIAL_REDIRECT_URI'>,
    /**
     * Signs in the visitor who comes back from the provider.
     * @param uri the address that the page got from the provider's window; a code in it counts only if the operator
     *   lets the provider return to the page
     * @throws Refused `socialRefused`, `socialUnavailable`
     */
    async finish(uri: string, { origin, signal }: Asking): Promise<void> {
      const said = readSocialReturn(uri, site)
      const begun = attempts.latest()
      // An answer to someone else's attempt would sign the visitor in as that person.
      if (!said || begun?.page !== origin || begun.state !== said.state) throw new Refused('socialRefused')
      // A page that has the code could redeem it in an attempt with its own key.
      const came = begun.canLeadBack && said.code ? said : await findReturn(said)
      // The attempt may have been cancelled or replaced meanwhile.
      const isLatest = () => attempts.latest()?.attempt === begun.attempt
      if (!came?.code || !isLatest()) throw new Refused('socialRefused')
      const body = { attempt: begun.attempt, state: came.state, code: came.code, user: came.user }
      const answering = login.ask(LOGIN_SOCIAL_FINISH_PATH, SocialFinishAnswer, {
        body,
        signal,
        limitMs: SLOW_LIMIT_MS,
      })
      const answer = await orRefuse(answering, 'socialUnavailable')
      if (answer.outcome === 'unavailable') throw new Refused('socialUnavailable')
      if (isLatest()) attempts.keep(undefined)
      if (answer.outcome === 'refused') throw new Refused('socialRefused')
      await openFor(parts, answer.session, begun.provider)
    },
  }
}
export type SocialLogin = ReturnType<typeof createSocialLogin>
