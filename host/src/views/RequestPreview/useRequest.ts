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
import type { AskedRequest } from '../../acting/asked/types.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'

/** What the preview shows about a request. */
export interface Told {
  readonly context: PreviewContext
  readonly description: Description
  /** Undefined while unknown; null for a signature, which executes nothing. */
  readonly outcome: Outcome | null | undefined
  readonly networkName: string | undefined
}

/** Nothing comes from the site: unknown facts are read from the network. */
function contextOf(state: HostState, { account, caipNetworkId }: AskedRequest): PreviewContext {
  const network = selectNetwork(state, caipNetworkId)
  const [namespace = 'eip155'] = caipNetworkId.split(':')
  const own = selectConnection(state, namespace as 'eip155')?.accounts.map(({ address }) => address) ?? []
  const known = network && outgoingContext({ network, account, holdings: [], familiar: own })
  const coins = known ?? { caipNetworkId, account, native: { symbol: '', decimals: 0 } }
  return { ...coins, origin: location.origin }
}

/** What the network adds to the request's own contents. */
interface Found {
  readonly context: PreviewContext
  readonly outcome: Outcome | null
}

async function findOut(asked: AskedRequest, context: PreviewContext, ask: AskNode): Promise<Found> {
  const first = describeRequest(asked.request, context)
  const [outcome, facts, withoutCode] = await Promise.all([
    requestOutcome(asked.request, context, ask),
    networkFacts(first, context, ask),
    context.caipNetworkId.startsWith('eip155:') ? withoutCodeIn(first, ask) : [],
  ])
  const tokens = { ...context.tokens, ...facts.tokens }
  const told = outcome?.status === 'simulated' ? { ...outcome, tokens: facts.tokens } : outcome
  return { outcome: told, context: { ...context, tokens, lookupTables: facts.lookupTables, withoutCode } }
}

/** Describes what a request of the site asks to sign, and has its network simulate it. */
export function useRequest(asked: AskedRequest): Told {
  const { acting } = useCommands()
  const network = useShellSelector((state) => selectNetwork(state, asked.caipNetworkId))
  const [found, setFound] = useState<Found>()
  // A snapshot: later changes do not affect what is shown.
  const dispatch = useShellDispatch()
  const [context] = useState(() => dispatch((_, getState) => contextOf(getState(), asked)))

  useEffect(() => {
    const life = new AbortController()
    const { caipNetworkId } = asked
    const ask: AskNode = async (method, params) =>
      (await acting()).askNode({ caipNetworkId, method, params: params as readonly unknown[] }, life.signal)
    void findOut(asked, context, ask).then((all) => !life.signal.aborted && setFound(all))
    return () => life.abort()
  }, [asked, context, acting])

  return useMemo(() => {
    const around = found?.context ?? context
    return {
      context: around,
      description: describeRequest(asked.request, around),
      outcome: found?.outcome,
      networkName: network?.name,
    }
  }, [asked, context, found, network])
}
