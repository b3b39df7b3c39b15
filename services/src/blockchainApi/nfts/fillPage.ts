import { PAGE_NFTS } from './nft.ts'

/** Past this many looks a page may be short: what was sent away again fills no page, and must not cost one request after another. */
const LOOKS_MAX = 8

/**
 * Looks at candidates, some at a time, until a page is full.
 * @param look a result for each, undefined for what is not held any more
 * @returns what was found, and the last candidate that was looked at when there are more
 */
export async function fillPage<Candidate, Found>(
  candidates: readonly Candidate[],
  look: (some: readonly Candidate[]) => Promise<readonly (Found | undefined)[]>,
): Promise<{ readonly found: readonly Found[]; readonly last?: Candidate | undefined }> {
  const found: Found[] = []
  let at = 0
  for (let looks = 0; looks < LOOKS_MAX && at < candidates.length && found.length < PAGE_NFTS; looks++) {
    const some = candidates.slice(at, at + PAGE_NFTS)
    for (const result of await look(some)) {
      at++
      if (result !== undefined) found.push(result)
      if (found.length === PAGE_NFTS) break
    }
  }
  return { found, last: at < candidates.length ? candidates[at - 1] : undefined }
}
