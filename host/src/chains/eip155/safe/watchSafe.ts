import type { LoadChunk } from '../../lazyAdapter.ts'
import type { FoundSafe } from './findSafe.ts'

/** Only a framed page can be inside a Safe's interface. On any other page, the code for Safes is not loaded. */
export const isFramed = () => window.parent !== window

/** Settles once it is known whether this page runs inside a Safe; if so, with the connector id of the Safe. */
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
    return undefined // if the code fails to load, no Safe is found
  }
}
