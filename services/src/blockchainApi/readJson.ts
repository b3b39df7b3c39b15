/** A list of all tokens of a network is a quarter of it. */
const ANSWER_MAX_BYTES = 4_000_000

/** What somebody else's interface answers, as JSON. @throws Error when it is too large, cut or something else */
export async function readJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > ANSWER_MAX_BYTES) throw new Error('The answer is too large')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
