import { is, pipe, string, uuid } from 'valibot'

const Uuid = pipe(string(), uuid())

/** Databases reject any other text as a uuid. */
export const readUuid = (text: string | undefined): string | undefined => (is(Uuid, text) ? text : undefined)
