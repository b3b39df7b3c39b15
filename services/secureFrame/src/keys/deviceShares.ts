import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Table } from '../storage/openTables.ts'
import type { DeviceRecord, SealedShare } from './keyDatabase.ts'
import { readShare, type Share } from './shareText.ts'

const ALGORITHM = 'AES-GCM'
/** NIST SP 800-38D §8.2.2: by chance. */
const NONCE_BYTES = 12
/** Each replacement that was interrupted leaves one behind, until the next one that was not. */
const SHARES_MAX = 8

/** The shares that this device has of wallets. */
export interface DeviceShares {
  /** The newest first. What cannot be read is left out. */
  list(subject: string): Promise<readonly Share[]>
  /** In place of one of the same split, where there is one. */
  add(subject: string, splitId: string, share: string): Promise<void>
  remove(subject: string, splitId: string): Promise<void>
  keepOnly(subject: string, splitId: string): Promise<void>
  /** With the key that they were sealed with. */
  removeAll(subject: string): Promise<void>
}

export function createDeviceShares(table: Table<DeviceRecord>): DeviceShares {
  const parameters = (subject: string, splitId: string, nonce: Uint8Array<ArrayBuffer>): AesGcmParams => ({
    name: ALGORITHM,
    iv: nonce,
    additionalData: new Uint8Array(utf8ToBytes(JSON.stringify(['portico device share', subject, splitId]))),
  })

  async function open(subject: string, key: CryptoKey, kept: SealedShare): Promise<readonly Share[]> {
    try {
      const nonce = new Uint8Array(kept.nonce)
      const bytes = new Uint8Array(
        await crypto.subtle.decrypt(parameters(subject, kept.splitId, nonce), key, new Uint8Array(kept.sealed)),
      )
      const share = readShare(new TextDecoder().decode(bytes))
      bytes.fill(0)
      return share.splitId === kept.splitId ? [share] : []
    } catch {
      // A device whose share was damaged is one that has none: the mailed link gives it another.
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
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const bytes = new Uint8Array(utf8ToBytes(share))
      const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters(subject, splitId, nonce), key, bytes))
      bytes.fill(0)
      const [first, ...others] = before?.shares.filter((one) => one.splitId !== splitId) ?? []
      // The first one is the one that opened the wallet last.
      const kept = first ? [first, ...others.slice(-(SHARES_MAX - 2))] : []
      await table.set(subject, { key, shares: [...kept, { splitId, nonce, sealed }] })
    },
    remove: (subject, splitId) => keepIf(subject, (share) => share.splitId !== splitId),
    keepOnly: (subject, splitId) => keepIf(subject, (share) => share.splitId === splitId),
    removeAll: (subject) => table.remove(subject),
  }
}
