import { CONTRACT_VERSION } from '@portico/contracts'
import type { ResolvedOptions } from '../options/readOptions.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { RootState } from '../store.ts'
import type { Diagnostics, HostDiagnosis } from './diagnosis.ts'

/** What each of the modal's endpoints is for. */
const REASONS: Readonly<Record<keyof ResolvedOptions['endpoints'], string>> = {
  host: 'code and releases',
  api: 'services',
  rpc: 'nodes of the chains',
  relay: 'pairing',
  secureSite: 'embedded wallet',
  analytics: 'usage events',
}

const originOf = (url: string, host: string): string | undefined =>
  URL.canParse(url, host) ? new URL(url, host).origin : undefined

function hostsOf(state: RootState, host: string): HostDiagnosis[] {
  const reasons = new Map<string, Set<string>>()
  const add = (url: string, reason: string) => {
    const origin = originOf(url, host)
    if (origin) reasons.set(origin, (reasons.get(origin) ?? new Set()).add(reason))
  }
  for (const [name, url] of Object.entries(selectOptions(state).endpoints)) {
    add(url, REASONS[name as keyof typeof REASONS] ?? name)
  }
  for (const { rpcUrls, name } of state.networks.list) for (const url of rpcUrls) add(url, `nodes of ${name}`)
  for (const [id, { source }] of Object.entries(state.remotes.byId)) if (source) add(source.url, `remote ${id}`)
  const recorded = performance.getEntriesByType?.('resource') ?? []
  const origins = recorded.map(({ name }) => originOf(name, host))
  return [...reasons].map(([origin, why]) => ({
    origin,
    reasons: [...why],
    requests: origins.filter((one) => one === origin).length,
  }))
}

export function diagnostics(state: RootState, host: string): Diagnostics {
  const { byId, unavailable, failure } = state.remotes
  return {
    shell: __SHELL_VERSION__,
    contract: CONTRACT_VERSION,
    host,
    configuration: state.project.source,
    releases: failure?.code ?? 'verified',
    remotes: [
      ...Object.entries(byId).map(([id, { status, version, source, loadMs, error }]) => ({
        id,
        state: status,
        version,
        integrity: source?.integrity,
        loadMs,
        error: error?.code,
      })),
      ...Object.entries(unavailable).map(([id, { code }]) => ({ id, state: 'unavailable' as const, error: code })),
    ],
    hosts: hostsOf(state, host),
    stateKeys: Object.keys(state),
  }
}
