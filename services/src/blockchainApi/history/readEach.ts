import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { ServiceError } from '../../http/errors.ts'

/**
 * Parses a third-party list. Drops unreadable entries; fails if all are unreadable.
 * @throws ServiceError `upstream.unavailable`
 */
export function readEach<Schema extends GenericSchema>(schema: Schema, answer: unknown): InferOutput<Schema>[] {
  if (!Array.isArray(answer)) throw new ServiceError('upstream.unavailable')
  const read = answer.flatMap((entry) => {
    const { success, output } = safeParse(schema, entry)
    return success ? [output] : []
  })
  if (answer.length > 0 && read.length === 0) throw new ServiceError('upstream.unavailable')
  return read
}
