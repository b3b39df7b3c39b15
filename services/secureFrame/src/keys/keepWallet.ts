import { Refused } from '../messages/channel.ts'
import type { Holders } from './replaceShares.ts'
import { isRefusal, StoreRefusal, StoreUnavailable } from './storeErrors.ts'

/**
 * Calls a deletion off, because somebody has signed in. The stores come first: until both have heard of it, login goes on to say
 * that the wallet is being deleted, and whoever opens it next tries again.
 * @param keepOwner at login
 * @throws Refused `keyUnavailable` where a store cannot be reached, `notConnected` where somebody has signed in too long ago;
 * what `keepOwner` throws
 */
export async function keepWallet(
  { auth, recovery }: Pick<Holders, 'auth' | 'recovery'>,
  keepOwner: () => Promise<void>,
): Promise<void> {
  try {
    await Promise.all([recovery.keep(), auth.keep()])
  } catch (error) {
    if (isRefusal(error, 'session.stale')) throw new Refused('notConnected')
    throw error instanceof StoreRefusal || error instanceof StoreUnavailable ? new Refused('keyUnavailable') : error
  }
  await keepOwner()
}
