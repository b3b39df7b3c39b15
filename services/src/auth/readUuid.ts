import { is, pipe, string, uuid } from 'valibot'

const Uuid = pipe(string(), uuid())

/** A database takes nothing else for a uuid. */
export const readUuid = (text: string | undefined): string | undefined => (is(Uuid, text) ? text : undefined)
