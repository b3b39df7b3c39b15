import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import { indexSlot } from './indexSlot.ts'
import type { LoaderContext } from './protocol.ts'

/** The last verified index as text; empty if nothing is stored, or storage is blocked. Any script of the page can write it. */
export function storedIndex(host: string): string {
  try {
    return localStorage[indexSlot(host)] ?? ''
  } catch {
    return ''
  }
}

/** The last verified index, which is verified once more. @throws Error as `verifyIndex` does */
export const lastGoodIndex = ({
  host,
  keys,
  verifyIndex,
}: Pick<LoaderContext, 'host' | 'keys' | 'verifyIndex'>): Promise<ReleaseIndex | undefined> =>
  verifyIndex(storedIndex(host), keys)
