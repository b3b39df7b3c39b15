import type { Table } from '../storage/openTables.ts'
import type { DeviceRecord, SealedShare } from './keyDatabase.ts'
import { ALGORITHM, openSealed, sealText } from './sealedText.ts'
import type { Share } from './shareText.ts'

/** Each interrupted replacement leaves a share behind, until the next one completes. */
const SHARES_MAX = 8

/** This device's shares of wallets. */
export interface DeviceShares {
  /** The newest first, without unreadable ones. */
  list(subject: string): Promise<readonly Share[]>
  /** Replaces a share of the same split. */
  add(subject: string, splitId: string, share: string): Promise<void>
  remove(subject: string, splitId: string): Promise<void>
  keepOnly(subject: string, splitId: string): Promise<void>
  /** Also removes the key that sealed them. */
  removeAll(subject: string): Promise<void>
}

export function createDeviceShares(table: Table<DeviceRecord>): DeviceShares {
  const boundTo = (subject: string, splitId: string) => ['portico device share', subject, splitId]

  async function open(subject: string, key: CryptoKey, kept: SealedShare): Promise<readonly Share[]> {
    try {
      return [await openSealed(key, boundTo(subject, kept.splitId), kept.splitId, kept)]
    } catch {
      // A damaged share counts as missing: the mailed link brings another.
      return []
    }
  }

  const keepIf = async (subject: string, isKept: (share: SealedShare) => boolean) => {
    const record = await table.get(subject)
    if (!record) return
    const shares = record.shares.filter(isKept)
    if (shares.length < record.shares.length) await table.set(subject, { ...record, shares })
  }

  return {
    async list(subject) {
      const record = await table.get(subject)
      if (!record) return []
      const shares = await Promise.all(record.shares.map((kept) => open(subject, record.key, kept)))
      return shares.flat().reverse()
    },
    async add(subject, splitId, share) {
      const before = await table.get(subject)
      const key =
        before?.key ??
        (await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']))
      const sealed = await sealText(key, boundTo(subject, splitId), share)
      const [first, ...others] = before?.shares.filter((one) => one.splitId !== splitId) ?? []
      // The first share is the one that last opened the wallet.
      const kept = first ? [first, ...others.slice(-(SHARES_MAX - 2))] : []
      await table.set(subject, { key, shares: [...kept, { splitId, ...sealed }] })
    },
    remove: (subject, splitId) => keepIf(subject, (share) => share.splitId !== splitId),
    keepOnly: (subject, splitId) => keepIf(subject, (share) => share.splitId === splitId),
    removeAll: (subject) => table.remove(subject),
  }
}
