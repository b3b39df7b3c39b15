import { RELAY_CLOSE_CODES } from '@portico/contracts/services/relay'

/**
 * The reason for ending a connection before it begins: code and reason of its close frame. The reason is for the client
 * and not secret.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    reason: string,
    readonly closeCode: number = RELAY_CLOSE_CODES.unauthorized,
  ) {
    super(reason)
  }
}
