import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { ServiceError } from '../../http/errors.ts'

/** Parses the answer of a third-party service. @throws ServiceError `upstream.unavailable` if it does not match */
export function readAs<Schema extends GenericSchema>(schema: Schema, answer: unknown): InferOutput<Schema> {
  const { success, output } = safeParse(schema, answer)
  if (!success) throw new ServiceError('upstream.unavailable')
  return output
}
