import { invalidRequest } from '../../http/errors.ts'

/** The error for a cursor that was not the `next` of a page. */
export const badCursor = () => invalidRequest('cursor: must be the next of a page')
