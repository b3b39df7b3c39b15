import { listOf } from '@portico/contracts/services/listOf'
import { array, check, type GenericSchema, is, pipe, unknown } from 'valibot'

/**
 * A list of somebody else's. What cannot be read is left out; where that is all of it, it is no such list, and a visitor must
 * not be told that there is nothing.
 * @param shape what every entry has, where some are left out for what they say
 */
export const someOf = <Schema extends GenericSchema<unknown, unknown>>(schema: Schema, shape: GenericSchema = schema) =>
  pipe(
    array(unknown()),
    check((entries) => entries.length === 0 || entries.some((entry) => is(shape, entry))),
    listOf(schema),
  )
