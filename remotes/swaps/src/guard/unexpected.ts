import { ModalError } from '@portico/contracts'

/**
 * The service's transaction differs from the visitor's wish, so nothing is sent.
 * @param difference ends the sentence
 */
export const unexpected = (difference: string): ModalError =>
  new ModalError('transaction.unexpected', { details: { difference } })
