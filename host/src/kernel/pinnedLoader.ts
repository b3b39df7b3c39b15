import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import { ModalError } from '@portico/contracts'
import { fileError, REMOTE_TIMEOUT_MS } from './loadPinned.ts'

/** The hash of each entry, keyed by the entry's URL. Filled only from signed releases. */
const pinned = new Map<string, string>()

export function pinEntry(url: string, integrity: string): void {
  pinned.set(url, integrity)
}

interface Policy {
  createScriptURL(url: string): string
}
const identity: Policy = { createScriptURL: (url) => url }

/** A Trusted Types policy that allows only script URLs named by the signed index. */
const policy = (): Policy => {
  const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes
  // In browsers without trusted types, `trustedTypes` may be an element of the page.
  if (typeof types?.createPolicy !== 'function') return identity
  return types.createPolicy('portico', {
    createScriptURL(url) {
      if (!pinned.has(url)) throw new TypeError('not a pinned script')
      return url
    },
  })
}

function run(url: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const timer = setTimeout(() => settle('timeout'), REMOTE_TIMEOUT_MS)
    const settle = (failure?: 'timeout' | 'error') => {
      clearTimeout(timer)
      script.remove()
      if (failure) reject(fileError(url, failure))
      else resolve()
    }
    script.onload = () => settle()
    script.onerror = () => settle('error')
    script.crossOrigin = 'anonymous'
    script.integrity = integrity
    script.referrerPolicy = 'no-referrer'
    script.src = policy().createScriptURL(url)
    document.head.append(script)
  })
}

/**
 * Loads remote entries instead of the stock loader, which would trust a container that is already on `window`, or a
 * script element that is already in the page. This loader drops such a container, with its pending chunks, and ignores
 * such elements.
 */
export const pinnedLoader = (): ModuleFederationRuntimePlugin => ({
  name: 'portico-pinned-loader',
  async loadEntry({ remoteInfo: { entry, entryGlobalName } }) {
    const integrity = pinned.get(entry)
    if (!integrity) throw new ModalError('remote.unknown', { details: { entry } })
    const page = globalThis as unknown as Record<string, unknown>
    delete page[entryGlobalName]
    delete page[`rspackChunk${entryGlobalName}`]
    await run(entry, integrity)
    const container = page[entryGlobalName]
    if (!container) throw new ModalError('remote.invalid', { details: { entry } })
    return container as never
  },
})
