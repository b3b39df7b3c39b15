import type { RemoteId } from '@portico/contracts'
import {
  HEALTH_ENTRIES_MAX,
  HEALTH_REPORT_PATH,
  HEALTH_TIME_MAX_MS,
  type HealthEntry,
} from '@portico/contracts/services/remoteHealth'
import type { RemoteWatch } from '../kernel/createRemotes.ts'
import { wireParameters } from '../project/fetchConfig.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { ShellStore } from '../store.ts'

/** How long a view has to work before its version is reported as healthy. */
const SETTLING_MS = 5_000
/** Failures of the same moment go into one report. */
const GATHERING_MS = 500

export interface HealthReports {
  loaded: RemoteWatch['loaded']
  drawn: RemoteWatch['drawn']
  failed(...about: Parameters<RemoteWatch['failed']>): void
  dispose(): void
}

interface Reporting {
  readonly store: ShellStore
  readonly sdkVersion: string
  /** Whether the remote's version replaces one that fails in this browser. */
  readonly isFallback: (id: RemoteId) => boolean
}

/** How one version fares in this page. */
interface Page {
  entry: HealthEntry
  state: 'open' | 'healthy' | 'failed'
}

const time = (ms: number) => Math.min(HEALTH_TIME_MAX_MS, Math.max(0, Math.round(ms)))

/**
 * Reports how the versions of remotes fare, if site and operator allow it: once per page and version, and once more if a
 * version fails after it was reported as healthy. Nothing waits for these reports, and nothing notices if one is lost.
 */
export function createHealthReports({ store, sdkVersion, isFallback }: Reporting): HealthReports {
  const { features, projectId, basic, endpoints } = selectOptions(store.getState())
  const url = `${(endpoints.analytics ?? endpoints.api).replace(/\/$/, '')}${HEALTH_REPORT_PATH}?${wireParameters(projectId, sdkVersion)}`
  const isAllowed = features.analytics && projectId && !basic
  /** Decides once whether this page takes part in a sample of any size. */
  const lot = Math.random() * 100
  const pages = new Map<string, Page>()
  let waiting: HealthEntry[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()

  function after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
  }

  function shareOf(id: RemoteId): number | undefined {
    const { switches } = store.getState().project
    const { version, channel, rollout } = (Object.hasOwn(switches, id) && switches[id]) || {}
    return version || channel ? rollout : undefined
  }

  function pageOf(id: RemoteId, version: string): Page {
    const name = `${id} ${version}`
    const share = shareOf(id)
    const page = pages.get(name) ?? {
      entry: {
        id,
        version,
        outcome: 'healthy',
        ...(share !== undefined && { share }),
        ...(isFallback(id) && { isFallback: true as const }),
      },
      state: 'open',
    }
    pages.set(name, page)
    return page
  }

  function send(isLeaving: boolean): void {
    const entries = waiting.slice(0, HEALTH_ENTRIES_MAX)
    waiting = []
    const { healthPercent = 0 } = store.getState().project
    if (!entries.length || !isAllowed || lot >= healthPercent) return
    const body = JSON.stringify({ entries })
    if (isLeaving) return void navigator.sendBeacon?.(url, body)
    // Not a beacon, which has cookies, and which pages without a referrer send without their origin.
    fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(
      () => {},
    )
  }

  function settle(page: Page): void {
    if (page.state !== 'open') return
    page.state = 'healthy'
    waiting.push(page.entry)
  }

  function leave(): void {
    if (document.visibilityState !== 'hidden') return
    for (const page of pages.values()) settle(page)
    send(true)
  }
  // Browsers may end a hidden page without another event.
  addEventListener('visibilitychange', leave)
  const end = () => {
    for (const page of pages.values()) settle(page)
    send(true)
  }
  addEventListener('pagehide', end)

  return {
    loaded(id, version, ms) {
      const page = pageOf(id, version)
      page.entry = { ...page.entry, loadMs: page.entry.loadMs ?? time(ms) }
    },
    drawn(id, version, ms) {
      const page = pageOf(id, version)
      if (page.state !== 'open' || page.entry.renderMs !== undefined) return
      page.entry = { ...page.entry, renderMs: time(ms) }
      after(SETTLING_MS, () => {
        settle(page)
        send(false)
      })
    },
    failed(id, version, outcome) {
      const page = pageOf(id, version)
      if (page.state === 'failed') return
      const { loadMs, renderMs, ...about } = page.entry
      if (page.state === 'healthy') waiting.push({ ...about, outcome, isLate: true })
      else if (outcome === 'failedLoad') waiting.push({ ...about, outcome })
      else waiting.push({ ...page.entry, outcome })
      page.state = 'failed'
      after(GATHERING_MS, () => send(false))
    },
    dispose() {
      removeEventListener('visibilitychange', leave)
      removeEventListener('pagehide', end)
      for (const timer of timers) clearTimeout(timer)
      end()
    },
  }
}
