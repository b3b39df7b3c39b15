import { ModalError } from '@portico/contracts'

/** The transaction differs from the bill, so nothing is sent. @param difference ends the sentence */
export const unexpected = (difference: string): ModalError =>
  new ModalError('transaction.unexpected', { details: { difference } })
