import type { CaipNetworkId } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { askTokens } from './service.ts'
import { listRead, selectSwaps } from './swapsSlice.ts'
import type { Token } from './token.ts'

interface Tokens {
  /** Undefined: nobody has said yet. */
  readonly tokens: readonly Token[] | undefined
  readonly error: unknown
  readonly again: () => void
}

/** What can be swapped on a network: asked for once. */
export function useTokens(caipNetworkId: CaipNetworkId | undefined): Tokens {
  const { acting } = useCommands()
  const dispatch = useDispatch()
  const { lists } = useSelector(selectSwaps)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState<{ readonly attempt: number; readonly error: unknown }>()
  const tokens = caipNetworkId && lists[caipNetworkId]
  const isKnown = tokens !== undefined
  useEffect(() => {
    if (!caipNetworkId || isKnown) return
    const life = new AbortController()
    acting()
      .then((commands) => askTokens(commands, caipNetworkId, life.signal))
      .then(
        (found) => dispatch(listRead({ caipNetworkId, tokens: found })),
        (error) => !life.signal.aborted && setFailed({ attempt, error }),
      )
    return () => life.abort()
  }, [acting, dispatch, caipNetworkId, isKnown, attempt])
  const again = useCallback(() => setAttempt((before) => before + 1), [])
  return { tokens, error: failed?.attempt === attempt ? failed.error : undefined, again }
}
