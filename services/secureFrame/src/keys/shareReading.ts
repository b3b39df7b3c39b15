import type { Holders } from './replaceShares.ts'
import type { ShareStore } from './shareStore.ts'
import { type Held, heldBy, lookAt, type Shelf } from './shelf.ts'

/** Reads shares from stores and device, and remembers them for overwriting. */
export interface ShareReading {
  /** @throws Refused `notConnected` */
  look(store: ShareStore): Promise<Shelf>
  /** Shares of this device. */
  listOwn(): Promise<readonly Held[]>
  /** Overwrites all shares that were read. */
  overwrite(): void
}

export function createShareReading({ subject, device }: Pick<Holders, 'subject' | 'device'>): ShareReading {
  let read: Held[] = []
  return {
    async look(store) {
      const shelf = await lookAt(store)
      read.push(...heldBy(shelf))
      return shelf
    },
    async listOwn() {
      const own = (await device.list(subject)).map((share) => ({ splitId: share.splitId, share }))
      read.push(...own)
      return own
    },
    overwrite() {
      for (const { share } of read) share?.points.fill(0)
      read = []
    },
  }
}
