import { RELAY_CLOSE_CODES } from '@portico/contracts/services/relay'

/**
 * The refusal of a connection, with the code and the reason of its close frame. The client gets the reason, so it must
 * not contain a secret.
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
