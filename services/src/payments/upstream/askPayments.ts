import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { UPSTREAM_WAIT_MS } from '../../blockchainApi/askJson.ts'
import { readJson } from '../../blockchainApi/readJson.ts'
import { ServiceError } from '../../http/errors.ts'
import type { Log } from '../../log.ts'
import type { PaymentsUpstream } from '../environment.ts'

interface PaymentsQuestion {
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  /** If present, the request is a POST. */
  readonly body?: unknown
}

/**
 * @returns undefined if the upstream rejects the request
 * @throws ServiceError `payments.unavailable` for every answer that does not match `schema`
 */
export type AskPayments = <Schema extends GenericSchema>(
  question: PaymentsQuestion,
  schema: Schema,
  signal: AbortSignal,
) => Promise<InferOutput<Schema> | undefined>

/** Statuses that reject the request. */
const REFUSALS: readonly (number | undefined)[] = [400, 404, 409, 410, 422]

/** Follows no redirect, because the key would go along. The log contains neither the request nor the key. */
export function createAskPayments(
  { url: base, key }: PaymentsUpstream,
  log: Log,
  waitMs = UPSTREAM_WAIT_MS,
): AskPayments {
  function addressOf({ path, query = {} }: PaymentsQuestion): URL {
    const url = new URL(base)
    url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
    return url
  }

  async function exchange(question: PaymentsQuestion, signal: AbortSignal) {
    const isPosted = question.body !== undefined
    try {
      const answer = await fetch(addressOf(question), {
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
        headers: {
          accept: 'application/json',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(isPosted && { 'content-type': 'application/json' }),
        },
        ...(isPosted && { method: 'POST', body: JSON.stringify(question.body) }),
      })
      return { status: answer.status, body: answer.ok ? await readJson(answer) : await answer.body?.cancel() }
    } catch {
      // Not the reason: it may quote the request, which contains an address.
      return undefined
    }
  }

  return async (question, schema, signal) => {
    const answer = await exchange(question, signal)
    if (REFUSALS.includes(answer?.status)) return undefined
    const read = safeParse(schema, answer?.body)
    if (answer?.status === 200 && read.success) return read.output
    log.warn('no answer of the upstream of payments', { status: answer?.status ?? 'none' })
    throw new ServiceError('payments.unavailable')
  }
}
