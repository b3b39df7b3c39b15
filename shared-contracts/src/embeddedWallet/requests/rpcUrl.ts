import { maxLength, pipe } from 'valibot'
import { WebAddressText } from '../../services/wireText.ts'
import { URL_MAX } from '../bounds.ts'

/**
 * A node from which the page reads. The frame may use another one, so an invalid URL is no reason to refuse the whole
 * request.
 */
export const RpcUrl = pipe(WebAddressText, maxLength(URL_MAX, 'is too long'))
