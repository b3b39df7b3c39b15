import { readBytes } from '../http/readBytes.ts'

/** Four times a list of all tokens of a network. */
const ANSWER_MAX_BYTES = 4_000_000

/** The JSON answer of a third party. @throws Error if it is too large, cut off or malformed */
export const readJson = async (answer: Response): Promise<unknown> =>
  JSON.parse(Buffer.from(await readBytes(answer.body, ANSWER_MAX_BYTES)).toString('utf8'))
