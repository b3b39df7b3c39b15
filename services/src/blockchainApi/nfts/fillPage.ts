import { PAGE_NFTS } from './nft.ts'

/** After this many rounds a page may be short: tokens sent away do not fill it and must not cause endless requests. */
const LOOKS_MAX = 8

/**
 * Checks candidates, several at a time, until a page is full.
 * @param look gives a result for each candidate, or undefined if the owner no longer holds it
 * @returns the results and, if there are more candidates, the last candidate that was checked
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
