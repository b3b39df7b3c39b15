import { RELAY_CLOSE_CODES } from '@portico/contracts/services/relay'

/** The refusal of a connection, with its close code and reason. The client gets the reason: put no secret in it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    reason: string,
    readonly closeCode: number = RELAY_CLOSE_CODES.unauthorized,
  ) {
    super(reason)
  }
}
