import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import { indexSlot } from './indexSlot.ts'
import type { LoaderContext } from './protocol.ts'
import { stored } from './stored.ts'

/** The last verified index, verified again. @throws SyntaxError as `verifyIndex` */
export const lastGoodIndex = ({
  host,
  keys,
  verifyIndex,
}: Pick<LoaderContext, 'host' | 'keys' | 'verifyIndex'>): Promise<ReleaseIndex | undefined> =>
  verifyIndex(stored(indexSlot(host)) ?? '', keys)
