import { readBytes } from '../http/readBytes.ts'

/** Four times the size of a list of all tokens on a network. */
const ANSWER_MAX_BYTES = 4_000_000

/** Reads a third party's response as JSON. @throws Error if the response is too large, cut off or malformed */
export const readJson = async (answer: Response): Promise<unknown> =>
  JSON.parse(Buffer.from(await readBytes(answer.body, ANSWER_MAX_BYTES)).toString('utf8'))
