import type { Parts } from '../parts.ts'
import { blockscoutHistory } from './blockscoutHistory.ts'
import type { HistoryOptions } from './environment.ts'
import { esploraHistory } from './esploraHistory.ts'
import { indexedHistory } from './indexedHistory.ts'
import { type MergedHistory, mergeHistory } from './mergeHistory.ts'
import { solanaHistory } from './solanaHistory.ts'

/** Our own index goes first: an explorer may lag behind the chain. */
export const createHistory = (
  parts: Pick<Parts, 'chains' | 'tokens' | 'log'>,
  { indexed = [], esplora = new Map(), blockscout = new Map() }: HistoryOptions = {},
): MergedHistory =>
  mergeHistory(
    [
      indexedHistory(parts, indexed),
      blockscoutHistory(blockscout, parts),
      solanaHistory(parts),
      esploraHistory(esplora),
    ],
    parts.log,
  )
