import { looseObject, nullable, number, optional, safeParse, string, union, unknown } from 'valibot'
import { writeJson } from './encodeAccount.ts'
import type { Methods } from './methods/methods.ts'
import { RPC_CODES, RpcError } from './rpcError.ts'

const Request = looseObject({
  id: optional(nullable(union([string(), number()]))),
  method: string(),
  params: optional(unknown()),
})

const errorOf = (error: unknown) => {
  if (error instanceof RpcError) {
    const { code, message, data } = error
    return { code, message, ...(data !== undefined && { data }) }
  }
  console.error(error)
  return { code: RPC_CODES.internalError, message: error instanceof Error ? error.message : String(error) }
}

function answerOne(request: unknown, methods: Methods): object | undefined {
  const { success, output } = safeParse(Request, request)
  if (!success) {
    return { jsonrpc: '2.0', error: { code: RPC_CODES.invalidRequest, message: 'Invalid request' }, id: null }
  }
  const { id, method: name, params } = output
  const answer = () => {
    try {
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined
      if (!method) throw new RpcError('methodNotFound', 'Method not found')
      return { result: method(params ?? []) }
    } catch (error) {
      return { error: errorOf(error) }
    }
  }
  const answered = answer()
  // A request without an id is a notification, such as the `ping` of web3.js.
  return id === undefined ? undefined : { jsonrpc: '2.0', ...answered, id }
}

/** @returns the text of the answer; undefined if none is expected */
export function answerRequest(text: string, methods: Methods): string | undefined {
  let request: unknown
  try {
    request = JSON.parse(text)
  } catch {
    return writeJson({ jsonrpc: '2.0', error: { code: RPC_CODES.parseError, message: 'Parse error' }, id: null })
  }
  // An empty batch is an error, like any other invalid request.
  if (!Array.isArray(request) || request.length === 0) {
    const answer = answerOne(request, methods)
    return answer && writeJson(answer)
  }
  const answers = request.flatMap((one) => answerOne(one, methods) ?? [])
  return answers.length ? writeJson(answers) : undefined
}
