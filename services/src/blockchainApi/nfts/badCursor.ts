import { ServiceError } from '../../http/errors.ts'

/** For a cursor that was not the `next` of a page. */
export const badCursor = () => new ServiceError('request.invalid', { reason: 'cursor: must be the next of a page' })
