import type { FoundSafe } from './findSafe.ts'

/** Runs an `import()` of a chunk, as often as it takes. */
type LoadChunk = <T>(load: () => Promise<T>) => Promise<T>

/** Only then can the page be inside of a Safe's interface, and only then is the code for it fetched. */
export const isFramed = () => window.parent !== window

/** Settles when it is known whether this page runs inside of a Safe: with the connector's id, else with nothing. */
export async function watchSafe(
  origins: readonly string[],
  onFound: (safe: FoundSafe) => void,
  signal: AbortSignal,
  loadChunk: LoadChunk,
): Promise<string | undefined> {
  if (!isFramed() || origins.length === 0) return undefined
  try {
    const { findSafe } = await loadChunk(() => import(/* webpackChunkName: "chain-eip155-safe" */ './findSafe.ts'))
    const safe = await findSafe(window, origins, signal)
    if (!safe || signal.aborted) return undefined
    onFound(safe)
    return safe.connector.id
  } catch {
    return undefined // code that does not come has found nothing
  }
}
