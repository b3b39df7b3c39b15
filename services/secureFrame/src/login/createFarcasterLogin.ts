import { FARCASTER_WAIT_MS } from '@portico/contracts/embeddedWallet/timing'
import {
  FarcasterStartAnswer,
  FarcasterWaitAnswer,
  LOGIN_FARCASTER_START_PATH,
  LOGIN_FARCASTER_WAIT_PATH,
} from '@portico/contracts/services/login'
import { type Handlers, Refused } from '../messages/channel.ts'
import { LoginError } from './createLoginClient.ts'
import { orRefuse } from './refusals.ts'
import { openFor, type SignInDependencies } from './signIn.ts'

interface FarcasterParts extends SignInDependencies {
  readonly now?: () => number
  /** How often to ask whether the visitor has agreed. */
  readonly everyMs?: number
}

const EVERY_MS = 1_500

interface Attempt {
  readonly secret: string
  readonly life: AbortController
  readonly endsAtMs: number
  /** Some clients ask several times, and all of their requests share one wait. */
  waiting?: Promise<string>
}

/** Resolves when the time is up or the signal aborts. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })

/** Signing in with Farcaster, on a phone (secure-frame.md §11). */
export function createFarcasterLogin(parts: FarcasterParts) {
  const { login, sessions, now = Date.now, everyMs = EVERY_MS } = parts
  let attempt: Attempt | undefined

  /** Ends the wait for the phone, and with it the requests that depend on it. */
  function forget() {
    attempt?.life.abort()
    attempt = undefined
  }

  const askOnce = ({ secret, life }: Attempt) =>
    login
      .ask(LOGIN_FARCASTER_WAIT_PATH, FarcasterWaitAnswer, { body: { attempt: secret }, signal: life.signal })
      .catch((error: unknown) => {
        // During a brief network failure here, the visitor can still agree on the phone.
        if (error instanceof LoginError && error.code === undefined) return { outcome: 'waiting' } as const
        throw error
      })

  async function wait(waited: Attempt): Promise<string> {
    const { life, endsAtMs } = waited
    while (!life.signal.aborted && now() < endsAtMs) {
      const answer = await orRefuse(askOnce(waited), 'farcasterRefused')
      if (life.signal.aborted) break
      if (answer.outcome === 'accepted') {
        await openFor(parts, answer.session, 'farcaster')
        return answer.session.userName ?? ''
      }
      if (answer.outcome === 'unavailable') throw new Refused('socialUnavailable')
      if (answer.outcome === 'refused') break
      await pause(everyMs, life.signal)
    }
    throw new Refused('farcasterRefused')
  }

  return {
    forget,
    handlers: {
      async GET_FARCASTER_URI(_, { origin, signal }) {
        const body = { page: origin, keyThumbprint: await sessions.keyThumbprint() }
        const answering = login.ask(LOGIN_FARCASTER_START_PATH, FarcasterStartAnswer, { body, signal })
        const begun = await orRefuse(answering, 'socialUnavailable')
        forget()
        attempt = { secret: begun.attempt, life: new AbortController(), endsAtMs: now() + FARCASTER_WAIT_MS }
        return { url: begun.url }
      },
      async CONNECT_FARCASTER(_, { signal }) {
        const waited = attempt
        if (!waited) throw new Refused('farcasterRefused')
        signal.addEventListener('abort', () => waited.life.abort(), { once: true })
        waited.waiting ??= wait(waited).finally(() => {
          if (attempt === waited) attempt = undefined
        })
        return { userName: await waited.waiting }
      },
    } satisfies Pick<Handlers, 'GET_FARCASTER_URI' | 'CONNECT_FARCASTER'>,
  }
}
