import { DeviceUnconfirmed } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'

/** A node's error answer. Its text is never shown or passed on, because it may contain the request. */
export class NodeFailure extends Error {
  /** @param code the JSON-RPC error code */
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
    this.name = 'NodeFailure'
  }
}

/** There was no answer in time, or a malformed one. */
export class NodeUnreachable extends Error {
  constructor() {
    super('No node has answered')
    this.name = 'NodeUnreachable'
  }
}

/** Null for a refusal by the node, for calls where a refusal is an answer too. @throws all other errors */
export function nullIfRefused(error: unknown): null {
  if (error instanceof NodeFailure) return null
  throw error
}

const [METHOD_NOT_FOUND, INVALID_PARAMS] = [-32601, -32602]

/** The error that the page gets. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof DeviceUnconfirmed) return new Refused('keyUnavailable')
  if (error instanceof NodeUnreachable) return new Refused('unreachable')
  if (!(error instanceof NodeFailure)) return error
  if (error.code === METHOD_NOT_FOUND) return new Refused('methodNotAllowed')
  return new Refused(error.code === INVALID_PARAMS ? 'invalidRequest' : 'internal')
}
