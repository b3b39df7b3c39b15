import { maxLength, pipe } from 'valibot'
import { WebAddressText } from '../../services/wireText.ts'
import { URL_MAX } from '../bounds.ts'

/**
 * A node that the page reads from. Only a hint: the frame may use its own, and an invalid URL is no reason to refuse
 * the rest.
 */
export const RpcUrl = pipe(WebAddressText, maxLength(URL_MAX, 'is too long'))
