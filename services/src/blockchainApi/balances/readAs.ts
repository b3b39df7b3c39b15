import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { ServiceError } from '../../http/errors.ts'

/** What somebody else's service says. @throws ServiceError `upstream.unavailable` when it is nothing that we can read */
export function readAs<Schema extends GenericSchema>(schema: Schema, answer: unknown): InferOutput<Schema> {
  const { success, output } = safeParse(schema, answer)
  if (!success) throw new ServiceError('upstream.unavailable')
  return output
}
