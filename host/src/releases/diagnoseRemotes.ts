import { selectOptions } from '../settingsSlice.ts'
import type { RootState } from '../store.ts'
import type { Diagnostics, HostDiagnosis, RemoteDiagnosis } from './diagnosis.ts'

function hostsOf(state: RootState, host: string): HostDiagnosis[] {
  const originOf = (url: string) => (URL.canParse(url, host) ? new URL(url, host).origin : '')
  const used: (readonly [url: string | undefined, reason: string])[] = [
    ...Object.entries(selectOptions(state).endpoints).map(([name, url]) => [url, `endpoints.${name}`] as const),
    ...state.networks.list.flatMap(({ rpcUrls, name }) => rpcUrls.map((url) => [url, `network ${name}`] as const)),
    ...Object.entries(state.remotes.byId).map(([id, { source }]) => [source?.url, `remote ${id}`] as const),
  ]
  const reasons: Record<string, Set<string>> = {}
  for (const [url, reason] of used) {
    const origin = url && originOf(url)
    if (origin) reasons[origin] = (reasons[origin] ?? new Set()).add(reason)
  }
  const recorded = performance.getEntriesByType('resource').map(({ name }) => originOf(name))
  return Object.entries(reasons).map(([origin, why]) => ({
    origin,
    reasons: [...why],
    requests: recorded.filter((one) => one === origin).length,
  }))
}

function remotesOf({ remotes: { byId, unavailable } }: RootState): RemoteDiagnosis[] {
  const on = Object.entries(byId).map(([id, { status: state, version, source, loadMs, error }]) => {
    return { id, state, version, integrity: source?.integrity, loadMs, error: error?.code }
  })
  const refused = Object.entries(unavailable).map(([id, { code }]) => {
    return { id, state: 'unavailable' as const, error: code }
  })
  return [...on, ...refused]
}

/** The part of the diagnostics that only matters once there are remotes. */
export function diagnoseRemotes(state: RootState, host: string): Pick<Diagnostics, 'remotes' | 'hosts' | 'override'> {
  const { override } = state.remotes
  return {
    remotes: remotesOf(state),
    hosts: hostsOf(state, host),
    ...(override && { override: { ...override, error: override.error?.code } }),
  }
}
