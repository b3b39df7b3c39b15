import { useEffect, useMemo, useState } from 'react'
import {
  type AskNode,
  type Description,
  describeOutgoing,
  type Outcome,
  outcomeOf,
  outgoingContext,
  withoutCodeIn,
} from '../../preview/index.ts'
import type { Holding, Network, TransactionRequest } from '../../src/index.ts'
import type { SwapRouter } from '../../src/services/swapRouters.ts'
import { useCommands } from '../hostContext.ts'
import type { RequestPreviewProps } from './RequestPreview.tsx'

export interface OutgoingPreview
  extends Required<Pick<RequestPreviewProps, 'context' | 'description' | 'outcome' | 'networkName'>> {
  /** True when the description is complete. Otherwise, the request must not be sent. */
  readonly isUnderstood: boolean
  /** True when the site has turned previews off, so that `RequestPreview` draws nothing. */
  readonly isOff: boolean
}

interface Known {
  readonly network: Network | undefined
  /** The account's holdings. Pass the same object while they do not change. */
  readonly holdings: readonly Holding[]
  /** Addresses that the visitor deals with. Pass the same object while they do not change. */
  readonly familiar?: readonly string[]
  /** Routers that a swap may call. Pass the same object while they do not change. */
  readonly routers?: readonly SwapRouter[] | undefined
}

/** What the network reported about one request. */
interface Found {
  readonly of: TransactionRequest
  /** The request's description as text, from `wordsOf`. */
  readonly words: string
  readonly withoutCode: readonly string[]
  readonly outcome: Outcome
}

/**
 * The description as text. Requests with the same description change the same things, so when a request is only built
 * again, the earlier findings stay until new ones arrive.
 */
const wordsOf = ({ kind, lines, parts = [] }: Description): string =>
  JSON.stringify([kind, lines, parts.map(wordsOf)], (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

/**
 * Everything that `RequestPreview` needs for a request of one of our own views. Pass the same object to
 * `ActingCommands.send`. Do not create a new one on each render, because every new object is simulated again.
 */
export function useOutgoingPreview(
  request: TransactionRequest | undefined,
  { network, holdings, familiar, routers }: Known,
): OutgoingPreview | undefined {
  const { acting, previews } = useCommands()
  const isOff = previews === 'none'
  const [found, setFound] = useState<Found>()
  const from = request?.from
  const known = useMemo(
    () =>
      network && from !== undefined
        ? outgoingContext({
            network,
            account: from,
            holdings,
            ...(familiar && { familiar }),
            ...(routers && { routers }),
          })
        : undefined,
    [network, from, holdings, familiar, routers],
  )
  const isFound = found?.of === request

  useEffect(() => {
    if (!request || !known || isOff) return
    const life = new AbortController()
    const ask: AskNode = async (method, params) => {
      const { caipNetworkId } = request
      return (await acting()).askNode({ caipNetworkId, method, params: params as readonly unknown[] }, life.signal)
    }
    const description = describeOutgoing(request, known)
    Promise.all([outcomeOf(request, known, ask), withoutCodeIn(description, ask)]).then(([outcome, withoutCode]) => {
      if (!life.signal.aborted) setFound({ of: request, words: wordsOf(description), outcome, withoutCode })
    })
    return () => life.abort()
  }, [request, known, isOff, acting])

  return useMemo(() => {
    if (!request || !known) return undefined
    const first = describeOutgoing(request, known)
    const isKnown = found !== undefined && (isFound || found.words === wordsOf(first))
    const context = isKnown ? { ...known, withoutCode: found.withoutCode } : known
    const description = isKnown ? describeOutgoing(request, context) : first
    return {
      context,
      description,
      outcome: isKnown ? found.outcome : undefined,
      networkName: (caipNetworkId) => (caipNetworkId === network?.caipNetworkId ? network.name : undefined),
      isUnderstood: description.kind !== 'unknownRequest',
      isOff,
    }
  }, [request, known, isOff, isFound, found, network])
}
