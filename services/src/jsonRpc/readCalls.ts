import { JsonRpcRequest } from '@portico/contracts/services/jsonRpc'
import { safeParse } from 'valibot'
import { invalidRequest } from '../http/errors.ts'
import { check, parseJson } from '../http/readBody.ts'
import { BATCH_MAX_REQUESTS } from './limits.ts'
import { rawElements, rawMembers } from './rawJson.ts'

/** One JSON-RPC request of a client. */
export interface Call extends Readonly<Pick<JsonRpcRequest, 'id' | 'method'>> {
  /** The parameters as JSON, exactly as sent. */
  readonly params?: string
}

/** The JSON-RPC requests in one body. */
export interface Calls {
  /** True for a batch, which is answered with an array even if it contains only one entry. */
  readonly isBatch: boolean
  /** The entries in their order; `undefined` for an invalid entry. */
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
 * Parses the body as JSON-RPC 2.0 §4 and §6 say.
 * @throws ServiceError `request.notJson`; `request.invalid` if the body contains no request, or too many
 */
export function readCalls(text: string): Calls {
  const value = parseJson(text)
  if (Array.isArray(value)) return readBatch(value, text)
  return { isBatch: false, entries: [callOf(check(JsonRpcRequest, value), text)] }
}
