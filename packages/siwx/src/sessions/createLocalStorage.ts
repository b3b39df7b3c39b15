import type { CaipNetworkId, SIWXSession } from '@portico/contracts'
import { identityOf, isSameAccount } from './account.ts'
import { readSession } from './sessionSchema.ts'
import { timelinessOf } from './times.ts'

/** Where sessions are kept. It need not look at times or signatures: `DefaultSIWX` does, at every read. */
export interface SIWXStorage {
  add(session: SIWXSession): Promise<void>
  /** Replaces everything. */
  set(sessions: readonly SIWXSession[]): Promise<void>
  get(chainId: CaipNetworkId, address: string): Promise<readonly SIWXSession[]>
  /** Only what is of this address and on this network. */
  delete(chainId: CaipNetworkId, address: string): Promise<void>
  /** Forgets one session whose signature turned out to be wrong. Without it, such a session is skipped each time. */
  remove?(session: SIWXSession): Promise<void>
}

export const STORAGE_KEY = '@portico/siwx'
const VERSION = 1

type Change = (sessions: readonly SIWXSession[]) => readonly SIWXSession[]

/** What is stored; `'foreign'` when another release has written it, and then it is left alone. */
function readStored(key: string): SIWXSession[] | 'foreign' {
  const text = localStorage.getItem(key)
  try {
    const envelope = JSON.parse(text ?? 'null')
    if (typeof envelope !== 'object' || envelope === null || !('v' in envelope)) return []
    if (envelope.v !== VERSION) return 'foreign'
    return Array.isArray(envelope.data)
      ? envelope.data.map(readSession).filter((one: unknown) => one !== undefined)
      : []
  } catch {
    return [] // not JSON: nothing that a release of ours has written
  }
}

/**
 * Reading and writing are one step, so tabs cannot undo each other's changes; the lock holds also where browsers run them
 * side by side. Pages that are not secure, or sandboxed, have no locks.
 */
async function exclusively(key: string, step: () => void): Promise<void> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  let isDone = false
  const once = () => {
    if (!isDone) step()
    isDone = true
  }
  await locks?.request(key, once).catch(() => undefined)
  once()
}

/**
 * Sessions in `localStorage`, as `{ v, data }`. Where storage is blocked or full, or belongs to a newer release, they are
 * kept for as long as the page lives.
 */
export function createLocalStorage(key: string = STORAGE_KEY): SIWXStorage {
  let memory: readonly SIWXSession[] | undefined

  const read = (): readonly SIWXSession[] => {
    try {
      const stored = readStored(key)
      return memory ?? (stored === 'foreign' ? [] : stored)
    } catch {
      return memory ?? []
    }
  }
  const write = (sessions: readonly SIWXSession[], isLess: boolean) => {
    try {
      if (readStored(key) === 'foreign') {
        memory = sessions
        return
      }
      localStorage.setItem(key, JSON.stringify({ v: VERSION, data: sessions }))
      memory = undefined
    } catch {
      memory = sessions
      // Signing out must not leave a session behind that comes back at the next visit.
      if (isLess) removeQuietly(key)
    }
  }
  const update = (change: Change) =>
    exclusively(key, () => {
      const before = read()
      const after = change(before)
      write(
        after,
        before.some((session) => !after.includes(session)),
      )
    })

  return {
    add: (session) =>
      update((sessions) => [
        ...sessions.filter((one) => identityOf(one) !== identityOf(session) && timelinessOf(one.data) !== 'expired'),
        session,
      ]),
    set: (sessions) => update(() => sessions),
    get: async (chainId, address) => read().filter(({ data }) => isSameAccount(data, chainId, address)),
    delete: (chainId, address) =>
      update((sessions) => sessions.filter(({ data }) => !isSameAccount(data, chainId, address))),
    remove: (session) => update((sessions) => sessions.filter((one) => identityOf(one) !== identityOf(session))),
  }
}

function removeQuietly(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Where nothing can be removed, nothing was stored.
  }
}
