import { ModalError, selectAccount, selectActiveNetworkId } from '@portico/contracts'
import { ANALYTICS_EVENT_PATH, AnalyticsConfig, type AnalyticsEvent } from '@portico/contracts/services/analytics'
import { safeParse } from 'valibot'
import { alertOnce } from '../feedbackSlice.ts'
import { ask, type LoaderContext } from '../loader/protocol.ts'
import { wireParameters } from '../project/fetchConfig.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { PublicEvent } from '../site/publicApi.ts'
import type { ShellStore } from '../store.ts'
import { createReportLimit, errorReport } from './errorReport.ts'
import { isSent, sentItems, sentProperties } from './eventTable.ts'
import { initializeProperties } from './initializeProperties.ts'

/** How many events are kept until the services say whether they want events; later events are lost. */
export const WAITING_MAX = 50

export interface EventSource {
  subscribe(onEvent: (event: PublicEvent) => void): () => void
}

export interface Sending {
  readonly events: EventSource
  /** Events from before this code was loaded, in order. */
  readonly earlier: readonly PublicEvent[]
  readonly store: ShellStore
  readonly context: Pick<LoaderContext, 'host' | 'sdkVersion'>
}

/** Builds the event, once it is known whether addresses may be sent. */
type Draft = (withAddresses: boolean) => AnalyticsEvent

/**
 * services.md §6: asks once whether this project's operator wants events, then sends each event in its own request.
 * Nothing waits for these requests, and failures are silent, with one exception: services that refuse this page (403)
 * are not asked again.
 */
export function sendEvents({ events, earlier, store, context: { host, sdkVersion } }: Sending): () => void {
  const { projectId, endpoints } = selectOptions(store.getState())
  const parameters = wireParameters(projectId, sdkVersion)
  const target = endpoints.analytics ?? endpoints.api
  const mayReport = createReportLimit()
  const waiting: Draft[] = []
  let mode: 'asking' | 'off' | { readonly withAddresses: boolean } = 'asking'

  /** Captures the current values; undefined if there is nothing to send. */
  function draft({ timestamp, data: { event, properties = {}, items } }: PublicEvent): Draft | undefined {
    if (!isSent(event)) return undefined
    const state = store.getState()
    const about = {
      eventId: crypto.randomUUID(),
      // Without query and fragment, which may contain private data.
      url: `${location.origin}${location.pathname}`,
      domain: location.hostname,
    }
    if (event === 'INTERNAL_SDK_ERROR') {
      const report = errorReport(properties, host)
      if (!report || !mayReport()) return undefined
      const at = new Date(timestamp).toISOString()
      return () => ({ ...about, timestamp: at, props: { type: 'error', event, ...report } })
    }
    const given = event === 'INITIALIZE' ? initializeProperties(state) : undefined
    const address = selectAccount(state)?.address
    const caipNetworkId = selectActiveNetworkId(state)
    return (withAddresses) => ({
      ...about,
      timestamp,
      props: {
        type: 'track',
        event,
        ...(withAddresses && address && { address }),
        ...(items
          ? { items: sentItems(items, withAddresses) }
          : { properties: { ...(given ?? sentProperties(event, properties, withAddresses)), caipNetworkId } }),
      },
    })
  }

  async function send(make: Draft, withAddresses: boolean): Promise<void> {
    try {
      const { status } = await fetch(`${target.replace(/\/$/, '')}${ANALYTICS_EVENT_PATH}?${parameters}`, {
        method: 'POST',
        // Plain text avoids a preflight.
        body: JSON.stringify(make(withAddresses)),
        keepalive: true,
        credentials: 'omit',
      })
      if (status !== 403 || mode === 'off') return
      mode = 'off'
      store.dispatch(alertOnce(new ModalError('config.originNotAllowed', { details: { origin: location.origin } })))
    } catch {
      // Events are best effort: a lost one does not matter.
    }
  }

  function hear(event: PublicEvent): void {
    if (mode === 'off' || (mode === 'asking' && waiting.length === WAITING_MAX)) return
    try {
      const make = draft(event)
      if (!make) return
      if (mode === 'asking') waiting.push(make)
      else void send(make, mode.withAddresses)
    } catch {
      // A getter in a page's own event may throw.
    }
  }

  async function begin(): Promise<void> {
    const config = await ask(`${endpoints.api}getAnalyticsConfig?${parameters}`)
      .then((response) => (response.ok ? response.json() : undefined))
      .catch(() => undefined)
    const answer = safeParse(AnalyticsConfig, config)
    if (mode === 'off') return
    const withAddresses = answer.success && answer.output.addresses === true
    mode = answer.success && answer.output.isAnalyticsEnabled ? { withAddresses } : 'off'
    for (const make of waiting.splice(0)) if (mode !== 'off') void send(make, withAddresses)
  }

  const unsubscribe = events.subscribe(hear)
  for (const event of earlier) hear(event)
  void begin()
  return () => {
    unsubscribe()
    mode = 'off'
  }
}
