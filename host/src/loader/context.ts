import { type ChainAdapter, WIDGET_VERSION } from '@portico/contracts'
import type { PorticoOptions } from '../options/types.ts'
import { fail } from './fail.ts'
import { ask, type LoaderContext, requestIndex } from './protocol.ts'
import { speaksFor } from './speaksFor.ts'

/** Adapter types as the wire names them (services.md §3). */
const WIRE_NAMES: Record<string, string> = { eip155: 'ethers', bip122: 'bitcoin' }

/** `<platform>-<adapters>-<version>` */
function sdkVersion({ adapters, networks }: PorticoOptions): string {
  const families = adapters ?? networks.map(({ chainNamespace = 'eip155' }) => chainNamespace)
  const names = families.map((family) => {
    const namespace = (family as ChainAdapter).namespace ?? family
    return WIRE_NAMES[namespace] ?? namespace
  })
  return `html-${[...new Set(names)].join() || 'universal'}-${WIDGET_VERSION}`
}

/** An address to which a path can be appended. @throws ModalError `release.hostMissing` */
function baseOf(url: string | undefined): string {
  try {
    return new URL((url as string).replace(/\/?$/, '/'), location.href).href
  } catch {
    throw fail('release.hostMissing')
  }
}

/**
 * Everything that the shell will ask for first is asked for beside it: a round trip on a phone is 165 ms.
 * @throws ModalError `release.hostMissing`, `release.insecureContext`
 */
export function createContext(options: PorticoOptions, defaultHost: string | undefined): LoaderContext {
  const { endpoints, releaseKeys: keys = __RELEASE_KEYS__, projectId, basic, locale } = options
  const host = baseOf(endpoints?.host ?? defaultHost)
  if (!crypto.subtle) throw fail('release.insecureContext')
  const early: { -readonly [K in keyof LoaderContext['early']]: LoaderContext['early'][K] } = {
    release: requestIndex(host),
  }
  let sv = ''
  try {
    sv = sdkVersion(options)
    const query = new URLSearchParams({ projectId, st: 'appkit', sv })
    if (projectId && !basic) early.config = ask(`${baseOf(endpoints?.api ?? host)}appkit/v1/config?${query}`)
    const known = __LOCALES__.findLast(speaksFor(locale ?? navigator.language))
    if (known) early.messages = ask(`${host}shell/${__SHELL__.version}/messages/${known}.json`, 'default')
  } catch {} // Options that are not what they should be: the shell says so.
  return { host, keys, sdkVersion: sv, early }
}
