import type { Matter } from '../approval/matter.ts'
import { Refused } from '../messages/channel.ts'

type Use<T> = (privateKey: Uint8Array) => Promise<T>

/**
 * Lends the key of the account that was shown, and of no other: while the visitor was reading, someone else may have
 * signed in, in another tab.
 * @param addressOf derives the current key's address
 * @throws Refused `notConnected` if the key belongs to another account
 */
export function withOwnKey<T>(
  withKey: (use: Use<T>) => Promise<T>,
  addressOf: (privateKey: Uint8Array) => string,
  { account }: Pick<Matter, 'account'>,
  use: Use<T>,
): Promise<T> {
  return withKey(async (key) => {
    if (addressOf(key).toLowerCase() !== account.toLowerCase()) throw new Refused('notConnected')
    return use(key)
  })
}
