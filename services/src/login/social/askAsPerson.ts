import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { AskProvider } from './askProvider.ts'
import { refused, unavailable } from './failure.ts'

/**
 * Calls a provider's API with a person's token (RFC 6750 §2.1).
 * @throws SocialFailure `refused` for a rejected token, `unavailable` for an invalid answer
 */
export async function askAsPerson<Schema extends GenericSchema>(
  ask: AskProvider,
  url: string,
  accessToken: string,
  schema: Schema,
): Promise<InferOutput<Schema>> {
  const { status, body } = await ask(url, { headers: { Authorization: `Bearer ${accessToken}` } })
  if (status === 401) throw refused('token')
  const read = safeParse(schema, body)
  if (status !== 200 || !read.success) throw unavailable(status === 200 ? 'person' : `person: status ${status}`)
  return read.output
}
