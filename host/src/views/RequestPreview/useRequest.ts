import { type HostState, selectConnection, selectNetwork } from '@portico/contracts'
import {
  type AskNode,
  type Description,
  describeRequest,
  networkFacts,
  type Outcome,
  outgoingContext,
  type PreviewContext,
  requestOutcome,
  withoutCodeIn,
} from '@portico/contracts/preview'
import { useCommands } from '@portico/contracts/ui'
import { useEffect, useMemo, useState } from 'react'
import type { SiteRequest } from '../../acting/preview/types.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'

/** What the preview shows about a request. */
export interface DescribedRequest {
  readonly context: PreviewContext
  readonly description: Description
  /** Undefined while unknown; null for a signature, because it executes nothing. */
  readonly outcome: Outcome | null | undefined
  readonly networkName: string | undefined
}

/** No fact is taken from the site; what is unknown is read from the network. */
function contextOf(state: HostState, { account, caipNetworkId }: SiteRequest): PreviewContext {
  const network = selectNetwork(state, caipNetworkId)
  const [namespace = 'eip155'] = caipNetworkId.split(':')
  const own = selectConnection(state, namespace as 'eip155')?.accounts.map(({ address }) => address) ?? []
  const known = network && outgoingContext({ network, account, holdings: [], familiar: own })
  const coins = known ?? { caipNetworkId, account, native: { symbol: '', decimals: 0 } }
  return { ...coins, origin: location.origin }
}

/** What the network says in addition to the contents of the request. */
interface Found {
  readonly context: PreviewContext
  readonly outcome: Outcome | null
}

async function findOut(siteRequest: SiteRequest, context: PreviewContext, ask: AskNode): Promise<Found> {
  const first = describeRequest(siteRequest.request, context)
  const [outcome, facts, withoutCode] = await Promise.all([
    requestOutcome(siteRequest.request, context, ask),
    networkFacts(first, context, ask),
    context.caipNetworkId.startsWith('eip155:') ? withoutCodeIn(first, ask) : [],
  ])
  const tokens = { ...context.tokens, ...facts.tokens }
  const simulated = outcome?.status === 'simulated' ? { ...outcome, tokens: facts.tokens } : outcome
  return { outcome: simulated, context: { ...context, tokens, lookupTables: facts.lookupTables, withoutCode } }
}

/** Describes what a site's request asks the wallet to sign, and has the network simulate it. */
export function useRequest(siteRequest: SiteRequest): DescribedRequest {
  const { acting } = useCommands()
  const network = useShellSelector((state) => selectNetwork(state, siteRequest.caipNetworkId))
  const [found, setFound] = useState<Found>()
  // A snapshot, so that later changes do not affect what is shown.
  const dispatch = useShellDispatch()
  const [context] = useState(() => dispatch((_, getState) => contextOf(getState(), siteRequest)))

  useEffect(() => {
    const life = new AbortController()
    const { caipNetworkId } = siteRequest
    const ask: AskNode = async (method, params) =>
      (await acting()).askNode({ caipNetworkId, method, params: params as readonly unknown[] }, life.signal)
    void findOut(siteRequest, context, ask).then((all) => !life.signal.aborted && setFound(all))
    return () => life.abort()
  }, [siteRequest, context, acting])

  return useMemo(() => {
    const around = found?.context ?? context
    return {
      context: around,
      description: describeRequest(siteRequest.request, around),
      outcome: found?.outcome,
      networkName: network?.name,
    }
  }, [siteRequest, context, found, network])
}
