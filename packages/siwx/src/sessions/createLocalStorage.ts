import type { CaipNetworkId, SIWXSession } from '@portico/contracts'
import { identityOf, isSameAccount } from './account.ts'
import { readSession } from './sessionSchema.ts'
import { timelinessOf } from './times.ts'

/** Stores sessions. Implementations need not check times or signatures, because `DefaultSIWX` does so at every read. */
export interface SIWXStorage {
  add(session: SIWXSession): Promise<void>
  /** Replaces all stored sessions. */
  set(sessions: readonly SIWXSession[]): Promise<void>
  get(chainId: CaipNetworkId, address: string): Promise<readonly SIWXSession[]>
  /** Deletes only the sessions of this address on this network. */
  delete(chainId: CaipNetworkId, address: string): Promise<void>
  /** Deletes a session with a wrong signature. Without this method, such a session is skipped at every read. */
  remove?(session: SIWXSession): Promise<void>
}

export const STORAGE_KEY = '@portico/siwx'
const VERSION = 1

type Change = (sessions: readonly SIWXSession[]) => readonly SIWXSession[]

/** The stored sessions; `'foreign'` if another release wrote them, which must be left alone. */
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
    return [] // not JSON, so not written by any release of ours
  }
}

/**
 * Reads and writes in one step, so that tabs, even in different processes, do not overwrite each other's changes.
 * Insecure and sandboxed pages have no locks.
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

/** Sessions in `localStorage`, as `{ v, data }`, or in memory if it is blocked, full, or written by a newer release. */
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
      // A sign-out must not leave a session that reappears at the next visit.
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
    // If nothing can be removed, nothing was stored.
  }
}
