import { ModalError } from '@portico/contracts'

/** What a service wants signed is not what the visitor wants: nothing is sent. @param difference ends the sentence */
export const unexpected = (difference: string): ModalError =>
  new ModalError('transaction.unexpected', { details: { difference } })
