import { maxLength, pipe } from 'valibot'
import { WebAddressText } from '../../services/wireText.ts'
import { URL_MAX } from '../bounds.ts'

/**
 * A node that the page reads from. A hint: the frame may use one of its own, and a URL that cannot be read is no reason to
 * refuse what came with it.
 */
export const RpcUrl = pipe(WebAddressText, maxLength(URL_MAX, 'is too long'))
