import { WIDGET_VERSION } from '@portico/contracts'
import type { PorticoOptions } from '../options/types.ts'
import { fail } from './fail.ts'
import { ask, type LoaderContext, requestIndex } from './protocol.ts'

/** Adapter types as the wire names them (services.md §3). */
const WIRE_NAMES: Record<string, string> = { eip155: 'ethers', bip122: 'bitcoin' }

/** `<platform>-<adapters>-<version>` */
function sdkVersion({ adapters, networks }: PorticoOptions): string {
  const families =
    adapters?.map((adapter) => (typeof adapter === 'string' ? adapter : adapter.namespace)) ??
    networks.map((network) => network.chainNamespace ?? 'eip155')
  const names = new Set(families.map((family) => WIRE_NAMES[family] ?? family))
  return `html-${[...names].join() || 'universal'}-${WIDGET_VERSION}`
}

/** An address to which a path can be appended. */
const baseOf = (url: string) => new URL(url.replace(/\/?$/, '/'), location.href).href

/**
 * Everything that the shell will ask for first is asked for beside it: a round trip on a phone is 165 ms.
 * @throws ModalError `release.hostMissing`, `release.insecureContext`
 */
export function createContext(options: PorticoOptions, defaultHost: string | undefined): LoaderContext {
  const { endpoints, releaseKeys: keys = __RELEASE_KEYS__, projectId, basic, locale = navigator.language } = options
  const given = endpoints?.host ?? defaultHost
  if (!given) throw fail('release.hostMissing')
  if (!crypto.subtle) throw fail('release.insecureContext')
  const host = baseOf(given)
  const early: { -readonly [K in keyof LoaderContext['early']]: LoaderContext['early'][K] } = {
    release: requestIndex(host),
  }
  let sv = ''
  try {
    sv = sdkVersion(options)
    const query = new URLSearchParams({ projectId, st: 'appkit', sv })
    if (projectId && !basic) early.config = ask(`${baseOf(endpoints?.api ?? host)}appkit/v1/config?${query}`)
    const known = [locale, locale.split('-')[0]].find((name) => __LOCALES__.includes(name ?? ''))
    if (known) early.messages = ask(new URL(`messages/${known}.json`, new URL(__SHELL__.url, host)), 'default')
  } catch {} // Options that are not what they should be: the shell says so.
  return { host, keys, sdkVersion: sv, early }
}
