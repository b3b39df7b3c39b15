import type { ShareDeviceDecision, ShareDeviceList } from '@portico/contracts/services/shares'
import { Refused } from '../messages/channel.ts'
import type { Holders } from './replaceShares.ts'
import { isRefusal, StoreRefusal, StoreUnavailable } from './storeErrors.ts'

export type NewDevice = ShareDeviceList['devices'][number]

/** @throws Refused `keyUnavailable` if the store is unreachable or refuses */
async function orUnavailable<Answer>(answering: Promise<Answer>): Promise<Answer> {
  try {
    return await answering
  } catch (error) {
    throw error instanceof StoreRefusal || error instanceof StoreUnavailable ? new Refused('keyUnavailable') : error
  }
}

/** Other devices' requests to open a wallet without an email address, shown on a device that the wallet knows. */
export const createNewDevices = (readHolders: () => Promise<Holders>) => ({
  /** Oldest first; empty if this device is unknown or the wallet has an email address. @throws Refused */
  async list(): Promise<readonly NewDevice[]> {
    const { email, recovery } = await readHolders()
    if (email !== null) return []
    const listed = recovery.listDevices().catch((error: unknown) => {
      // The wallet does not exist yet or is being deleted.
      if (isRefusal(error, 'share.unknown', 'share.deleting', 'device.notNeeded')) return []
      throw error
    })
    return orUnavailable(listed)
  },
  /** Sends a final decision. Does nothing if another device has already decided. @throws Refused */
  async decide(decision: ShareDeviceDecision): Promise<void> {
    const { recovery } = await readHolders()
    const decided = recovery.decideDevice(decision).catch((error: unknown) => {
      if (!isRefusal(error, 'device.over')) throw error
    })
    await orUnavailable(decided)
  },
})
export type NewDevices = ReturnType<typeof createNewDevices>
