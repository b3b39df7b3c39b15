import { maxLength, pipe } from 'valibot'
import { WebAddressText } from '../../services/wireText.ts'
import { URL_MAX } from '../bounds.ts'

/** A node the page reads from. The frame may use another, so an invalid URL is no reason to refuse the request. */
export const RpcUrl = pipe(WebAddressText, maxLength(URL_MAX, 'is too long'))
