import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import { indexSlot } from './indexSlot.ts'
import type { LoaderContext } from './protocol.ts'

/** An entry of the browser's storage; undefined if there is none, or if storage is blocked. */
function stored(name: string): string | undefined {
  try {
    return localStorage[name]
  } catch {}
}

/** The last verified index, which is verified once more. @throws SyntaxError as `verifyIndex` does */
export const lastGoodIndex = ({
  host,
  keys,
  verifyIndex,
}: Pick<LoaderContext, 'host' | 'keys' | 'verifyIndex'>): Promise<ReleaseIndex | undefined> =>
  verifyIndex(stored(indexSlot(host)) ?? '', keys)
