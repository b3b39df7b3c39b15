import { createHash } from 'node:crypto'

const TIMEOUT_MS = 30_000
/** Larger than any file of a release. */
const FILE_MAX_BYTES = 32 * 1024 * 1024
const AT_ONCE = 8

/** A file that could not be downloaded. The message is a reason without a full stop. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/**
 * Downloads a file.
 * @throws Unreachable
 */
export async function fetchFile(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: 'no-store' }).catch((cause) => {
    const reason = cause?.cause?.code ?? cause?.name ?? 'error'
    throw new Unreachable(`${url} cannot be reached (${reason})`, { cause })
  })
  if (!response.ok) throw new Unreachable(`${url} answers ${response.status}`)
  const content = Buffer.from(
    await response.arrayBuffer().catch((cause) => {
      throw new Unreachable(`${url} ends early`, { cause })
    }),
  )
  if (content.length > FILE_MAX_BYTES) throw new Unreachable(`${url} has ${content.length} bytes`)
  return content
}

/** The hash of a file, in the form in which indices and manifests name it. */
export const integrityOf = (content: Buffer | string, algorithm: 'sha256' | 'sha384' = 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`

/** Runs something for each item, a few at once. Ends only when all have ended. @returns the results in the items' order */
export async function forEachOf<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await run(items[at] as Item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
  return results
}
