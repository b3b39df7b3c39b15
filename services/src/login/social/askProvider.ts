import { readBytes } from '../../http/readBytes.ts'
import { jsonIn } from '../../json.ts'
import { unavailable } from './failure.ts'

const ANSWER_MAX_BYTES = 256_000

/** GitHub requires a user agent. */
const USER_AGENT = 'Portico'

export interface ProviderAnswer {
  readonly status: number
  /** The parsed JSON; undefined if the answer is not JSON. */
  readonly body: unknown
}

/** @throws SocialFailure `unavailable` for an unreachable provider or an endless answer */
export type AskProvider = (url: string, init?: RequestInit) => Promise<ProviderAnswer>

/** Follows no redirect, which would pass on secrets and tokens. @param signal aborts all requests of one sign-in */
export const createAskProvider =
  (signal: AbortSignal): AskProvider =>
  async (url, { headers, ...init } = {}) => {
    try {
      const answer = await fetch(url, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(headers)), accept: 'application/json', 'user-agent': USER_AGENT },
        redirect: 'error',
        signal,
      })
      const bytes = await readBytes(answer.body, ANSWER_MAX_BYTES)
      return { status: answer.status, body: jsonIn(Buffer.from(bytes).toString('utf8')) }
    } catch {
      // The cause is left out: it may contain the request.
      throw unavailable('no answer')
    }
  }
