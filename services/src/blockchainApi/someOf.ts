import { listOf } from '@portico/contracts/services/listOf'
import { array, check, type GenericSchema, is, pipe, unknown } from 'valibot'

/**
 * A third-party list. Drops unreadable entries; fails if all are unreadable, because the list must not appear empty.
 * @param shape common to all entries, if valid entries may be left out for their content
 */
export const someOf = <Schema extends GenericSchema<unknown, unknown>>(schema: Schema, shape: GenericSchema = schema) =>
  pipe(
    array(unknown()),
    check((entries) => entries.length === 0 || entries.some((entry) => is(shape, entry))),
    listOf(schema),
  )
