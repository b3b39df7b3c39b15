import { ModalError } from '@portico/contracts'

/** What would be signed is not what is to be paid: nothing is sent. @param difference ends the sentence */
export const unexpected = (difference: string): ModalError =>
  new ModalError('transaction.unexpected', { details: { difference } })
