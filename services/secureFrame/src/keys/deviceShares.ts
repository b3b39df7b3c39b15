import type { Table } from '../storage/openTables.ts'
import type { DeviceRecord, SealedShare } from './keyDatabase.ts'
import { ALGORITHM, openSealed, sealText } from './sealedText.ts'
import type { Share } from './shareText.ts'

/** Each interrupted replacement leaves a share behind, until a later replacement completes. */
const SHARES_MAX = 8

/** This device's shares of wallets. */
export function createDeviceShares(table: Table<DeviceRecord>) {
  const boundTo = (subject: string, splitId: string) => ['portico device share', subject, splitId]

  async function open(subject: string, key: CryptoKey, kept: SealedShare): Promise<readonly Share[]> {
    try {
      return [await openSealed(key, boundTo(subject, kept.splitId), kept.splitId, kept)]
    } catch {
      // A damaged share counts as missing: following the mailed link brings a new one.
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
    /** The readable shares, newest first. */
    async list(subject: string): Promise<readonly Share[]> {
      const record = await table.get(subject)
      if (!record) return []
      const shares = await Promise.all(record.shares.map((kept) => open(subject, record.key, kept)))
      return shares.flat().reverse()
    },
    /** Adds a share, or replaces one of the same split. */
    async add(subject: string, splitId: string, share: string): Promise<void> {
      const before = await table.get(subject)
      const key =
        before?.key ??
        (await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']))
      const sealed = await sealText(key, boundTo(subject, splitId), share)
      const [first, ...others] = before?.shares.filter((one) => one.splitId !== splitId) ?? []
      // The first share is the last one that opened the wallet.
      const kept = first ? [first, ...others.slice(-(SHARES_MAX - 2))] : []
      await table.set(subject, { key, shares: [...kept, { splitId, ...sealed }] })
    },
    remove: (subject: string, splitId: string) => keepIf(subject, (share) => share.splitId !== splitId),
    keepOnly: (subject: string, splitId: string) => keepIf(subject, (share) => share.splitId === splitId),
    /** Removes all shares and the key that sealed them. */
    removeAll: (subject: string) => table.remove(subject),
  }
}
export type DeviceShares = ReturnType<typeof createDeviceShares>
