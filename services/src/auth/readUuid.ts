import { is, pipe, string, uuid } from 'valibot'

const Uuid = pipe(string(), uuid())

/** Other texts are turned away here, because a database rejects them in a `uuid` column. */
export const readUuid = (text: string | undefined): string | undefined => (is(Uuid, text) ? text : undefined)
