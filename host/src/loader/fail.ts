import { loaderErrors } from '@portico/contracts/releaseErrors'

/**
 * A `ModalError` in everything but its class: the loader is too small to carry the whole catalogue, and nobody
 * branches on the class.
 */
export const fail = (code: keyof typeof loaderErrors): Error =>
  Object.assign(new Error(loaderErrors[code]), { name: 'ModalError', code })
