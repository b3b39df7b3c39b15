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
import { openFor, type SignInParts } from './signInParts.ts'
import { createSocialAttempts, type SocialAttempts } from './socialAttempts.ts'

export interface SocialLogin {
  readonly handlers: Pick<Handlers, 'GET_SOCIAL_REDIRECT_URI'>
  /**
   * Signs in whoever the provider has sent back.
   * @param uri what its window came back with
   * @throws Refused `socialRefused`, `socialUnavailable`
   */
  finish(uri: string, asking: Asking): Promise<void>
  forget(): void
}

interface SocialLoginParts extends SignInParts {
  /** The origin of the secure site: providers return there and nowhere else. */
  readonly site: string
  readonly attempts?: SocialAttempts
}

const stateIn = (url: string): string | undefined => {
  const state = new URL(url).searchParams.get('state')
  return state !== null && /^[\w-]{43}$/.test(state) ? state : undefined
}

/** Signing in with an account elsewhere (secure-frame.md §10). */
export function createSocialLogin(parts: SocialLoginParts): SocialLogin {
  const { login, sessions, site, attempts = createSocialAttempts() } = parts
  return {
    forget: () => attempts.keep(undefined),
    handlers: {
      async GET_SOCIAL_REDIRECT_URI({ provider }, { origin, signal }) {
        const body = { provider, page: origin, keyThumbprint: await sessions.keyThumbprint() }
        const asked = login.ask(LOGIN_SOCIAL_START_PATH, SocialStartAnswer, { body, signal })
        const { attempt, url } = await orRefuse(asked, 'socialUnavailable')
        attempts.keep({ attempt, state: stateIn(url), page: origin })
        return { uri: url }
      },
    },
    async finish(uri, { origin, signal }) {
      const came = readSocialReturn(uri, site)
      const begun = attempts.latest()
      // An answer to what somebody else has begun would sign the visitor in as that somebody.
      const isOurs = begun?.page === origin && (begun.state === undefined || begun.state === came?.state)
      if (!came?.code || !begun || !isOurs) throw new Refused('socialRefused')
      const body = { attempt: begun.attempt, state: came.state, code: came.code, user: came.user }
      const asked = login.ask(LOGIN_SOCIAL_FINISH_PATH, SocialFinishAnswer, { body, signal, limitMs: SLOW_LIMIT_MS })
      const answer = await orRefuse(asked, 'socialUnavailable')
      if (answer.outcome === 'unavailable') throw new Refused('socialUnavailable')
      attempts.keep(undefined)
      if (answer.outcome === 'refused') throw new Refused('socialRefused')
      await openFor(parts, answer.session)
    },
  }
}
