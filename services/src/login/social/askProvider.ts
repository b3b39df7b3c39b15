import { readBytes } from '../../http/readBytes.ts'
import { unavailable } from './failure.ts'

const ANSWER_MAX_BYTES = 256_000

/** GitHub answers nobody who has no name. */
const USER_AGENT = 'Portico'

export interface ProviderAnswer {
  readonly status: number
  /** Undefined where it is no JSON. */
  readonly body: unknown
}

/** @throws SocialFailure `unavailable` for a provider that is not reached, or does not come to an end */
export type AskProvider = (url: string, init?: RequestInit) => Promise<ProviderAnswer>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Follows no redirect: secrets and tokens would go along. @param signal ends all questions of one sign-in */
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
      return { status: answer.status, body: parse(Buffer.from(bytes).toString('utf8')) }
    } catch {
      // Not the cause: it may name what was asked for.
      throw unavailable('no answer')
    }
  }
