import type { Connector } from '@portico/contracts'
import { cleanName, isSafeIcon } from '../announced.ts'
import { inDirectory } from '../explorerIds.ts'

/** Undefined without a displayable name. A wallet without an id is identified by its name (chains.md §2.4). */
export function connectorOf(name: unknown, icon: unknown, id?: string): Connector | undefined {
  const shown = cleanName(name)
  if (!shown) return undefined
  return {
    id: id ?? shown,
    name: shown,
    type: 'ANNOUNCED',
    namespace: 'bip122',
    ...inDirectory(shown),
    ...(isSafeIcon(icon) && { imageUrl: icon }),
  }
}
