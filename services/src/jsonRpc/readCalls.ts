import { JsonRpcRequest } from '@portico/contracts/services/jsonRpc'
import { safeParse } from 'valibot'
import { invalidRequest } from '../http/errors.ts'
import { check, parseJson } from '../http/readBody.ts'
import { BATCH_MAX_REQUESTS } from './limits.ts'
import { rawElements, rawMembers } from './rawJson.ts'

/** One request of a visitor. */
export interface Call extends Readonly<Pick<JsonRpcRequest, 'id' | 'method'>> {
  /** The parameters as JSON text, exactly as sent. */
  readonly params?: string
}

/** The requests of one body. */
export interface Calls {
  /** A batch is answered with an array, even if it holds one entry. */
  readonly isBatch: boolean
  /** In order; `undefined` marks an invalid entry. */
  readonly entries: readonly (Call | undefined)[]
}

const callOf = ({ id, method }: JsonRpcRequest, text: string): Call => ({
  id,
  method,
  params: rawMembers(text).get('params'),
})

function readBatch(values: readonly unknown[], text: string): Calls {
  if (values.length === 0) throw invalidRequest('the batch is empty')
  if (values.length > BATCH_MAX_REQUESTS) {
    throw invalidRequest(`the batch has more than ${BATCH_MAX_REQUESTS} requests`)
  }
  const parts = rawElements(text)
  const entries = values.map((value, index) => {
    const result = safeParse(JsonRpcRequest, value, { abortEarly: true })
    return result.success ? callOf(result.output, parts[index] ?? '') : undefined
  })
  if (entries.every((entry) => !entry)) throw invalidRequest('the batch has no request')
  return { isBatch: true, entries }
}

/**
 * JSON-RPC 2.0 §4 and §6.
 * @throws ServiceError `request.notJson`; `request.invalid` if it contains no request, or too many
 */
export function readCalls(text: string): Calls {
  const value = parseJson(text)
  if (Array.isArray(value)) return readBatch(value, text)
  return { isBatch: false, entries: [callOf(check(JsonRpcRequest, value), text)] }
}
