import { ModalError, PAIRING_LIFETIME_MS } from '@portico/contracts'
import type { SessionTypes } from '@walletconnect/types'
import type { Proposal } from './attempts.ts'
import { createListeners } from './listeners.ts'
import type { PairingLimits } from './setup.ts'
import type { Provider } from './universalProvider.ts'

/** The client's proposal is valid for a minute longer than ours (rules.md §4). */
const CLIENT_LIFETIME_MS = 300_000

/** When a proposal expires under rules.md §4, in epoch milliseconds, as the URI says; undefined if it does not. */
function expiryOf(uri: string): number | undefined {
  const seconds = Number(new URLSearchParams(uri.split('?')[1]).get('expiryTimestamp'))
  return seconds > 0 ? seconds * 1_000 - (CLIENT_LIFETIME_MS - PAIRING_LIFETIME_MS) : undefined
}

/** For `manualWCControl`: follows a site calling the client's `connect` itself (chains.md §4.8). We propose nothing. */
export function followSite(provider: Provider, { lifetimeMs, marginMs }: PairingLimits) {
  const changes = createListeners<void>()
  let uri = provider.uri
  let session: SessionTypes.Struct | undefined

  const onUri = (next: string) => {
    uri = next
    session = undefined
    changes.tell()
  }
  const onConnect = () => {
    session = provider.session
    changes.tell()
  }
  provider.events.on('display_uri', onUri)
  provider.events.on('connect', onConnect)

  /** The session that was made, until it ends or the site begins another. */
  const made = () => (session && provider.session?.topic === session.topic ? session : undefined)

  /** The first result of `look` that is not undefined, now or after a later change. */
  function found<T>(look: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const life = new AbortController()
      const check = () => {
        const value = look()
        if (value === undefined) return
        life.abort()
        resolve(value)
      }
      changes.add(check, life.signal)
      check()
    })
  }

  return {
    /** The site's next proposal, or its current one if that can still be scanned. */
    async propose(): Promise<Proposal> {
      const shown = await found(() => {
        const expiresAt = uri === undefined ? 0 : (expiryOf(uri) ?? Date.now() + lifetimeMs)
        const isOpen = !provider.session && expiresAt - Date.now() > marginMs
        return uri !== undefined && (made() || isOpen) ? { uri, expiresAt } : undefined
      })
      return {
        ...shown,
        async agreed() {
          const agreed = await found(() => made() ?? (uri === shown.uri ? undefined : null))
          // The site has begun another proposal, which views then show.
          if (!agreed) throw new ModalError('connection.modalClosed')
          session = undefined
          uri = undefined
          return { session: agreed }
        },
      }
    },
    stop(): void {
      provider.events.off('display_uri', onUri)
      provider.events.off('connect', onConnect)
    },
  }
}
