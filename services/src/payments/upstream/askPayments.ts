import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { tryJson, urlBelow } from '../../blockchainApi/askJson.ts'
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

/** HTTP statuses that reject the request. */
const REFUSALS: readonly (number | undefined)[] = [400, 404, 409, 410, 422]

/** Follows no redirect, which would pass on the key. Logs neither the request nor the key. */
export function createAskPayments({ url: base, key }: PaymentsUpstream, log: Log, waitMs?: number): AskPayments {
  const headers = key === undefined ? undefined : { authorization: `Bearer ${key}` }
  return async ({ path, query, body }, schema, signal) => {
    const answer = await tryJson(urlBelow(base, path, query), { headers, body, signal, waitMs })
    if (REFUSALS.includes(answer?.status)) return undefined
    const read = safeParse(schema, answer?.body)
    if (answer?.status === 200 && read.success) return read.output
    log.warn('no answer of the upstream of payments', { status: answer?.status ?? 'none' })
    throw new ServiceError('payments.unavailable')
  }
}
