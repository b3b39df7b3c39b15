import type { RootState } from '../store.ts'
import { accountsGone, type liveIn } from './endedConnections.ts'
import { optional, type PlugIn, type Queue } from './plugIn.ts'

type Live = ReturnType<typeof liveIn>
interface Parts {
  readonly siwx: PlugIn
  readonly queue: Queue
  readonly state: RootState
}

/** Ends the sessions of ended connections (rules.md §4); with the last connection, all sessions. */
export function signOutOf({ siwx, queue, state }: Parts, before: Live, now: Live): void {
  if (before.length === 0 || optional(siwx, 'signOutOnDisconnect') === false) return
  const report = (error: unknown) => console.error('[portico]', error)
  if (now.length === 0) {
    queue.run(() => siwx.setSessions([])).catch(report)
    return
  }
  const gone = accountsGone(before, now, state)
  if (gone.length === 0) return
  const revoke = async ({ chainId, address }: (typeof gone)[number]) => siwx.revokeSession(chainId, address)
  queue.run(() => Promise.all(gone.map(revoke))).catch(report)
}
