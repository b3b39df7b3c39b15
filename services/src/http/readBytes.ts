/**
 * Reads bytes from an untrusted connection up to a limit, whatever the announced length.
 * @throws Error if there are more bytes, or if the connection breaks
 */
export async function readBytes(
  body: AsyncIterable<Uint8Array> | null | undefined,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('The answer is too large')
    chunks.push(chunk)
  }
  return Uint8Array.from(Buffer.concat(chunks))
}
