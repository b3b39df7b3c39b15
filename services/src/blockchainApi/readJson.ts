import { readBytes } from '../http/readBytes.ts'

/** A list of all tokens of a network is a quarter of it. */
const ANSWER_MAX_BYTES = 4_000_000

/** What somebody else's interface answers, as JSON. @throws Error when it is too large, cut or something else */
export const readJson = async (answer: Response): Promise<unknown> =>
  JSON.parse(Buffer.from(await readBytes(answer.body, ANSWER_MAX_BYTES)).toString('utf8'))
