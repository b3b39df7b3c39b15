import { Refused } from '../messages/channel.ts'
import type { WalletParts } from './createWallet.ts'
import type { DeviceShares } from './deviceShares.ts'
import type { InTurn } from './inTurn.ts'
import { createKeepInPassing, keepWallet } from './keepWallet.ts'
import type { Passkeys } from './passkey/createPasskeys.ts'
import type { Holders } from './replaceShares.ts'
import { createShareStore } from './shareStore.ts'

interface HoldersParts extends Pick<WalletParts, 'settings' | 'sessions' | 'fetch' | 'onTrouble'> {
  readonly passkeys: Passkeys
  readonly device: DeviceShares
  readonly inTurn: InTurn
  readonly now: () => number
}

/** Finds who holds the shares of the signed-in visitor's wallet; after each sign-in, also cancels its deletion. */
export function createHolders({ settings, sessions, fetch, passkeys, device, inTurn, now, onTrouble }: HoldersParts) {
  const inPassing = createKeepInPassing(sessions.storesTold, onTrouble)
  return {
    /** @param isForUse using a wallet cancels its deletion. @throws Refused `notConnected`, `keyUnavailable` */
    async read(isForUse = true): Promise<Holders> {
      const session = await sessions.current()
      if (!session) throw new Refused('notConnected')
      const { subject, provider, email, isBeingDeleted, keepDueSinceMs } = session
      /** If another visitor has signed in meanwhile, no store must be asked for this wallet in that visitor's name. */
      async function demand(): Promise<void> {
        if ((await sessions.current())?.subject !== subject) throw new Refused('notConnected')
      }
      const headersFor: typeof sessions.headersFor = async (store, method, path) => {
        const headers = await sessions.headersFor(store, method, path)
        await demand()
        return headers
      }
      const storeOf = (name: 'auth' | 'recovery') =>
        createShareStore({ name, url: settings.shares[name], headersFor, demand, ...(fetch && { fetch }) })
      const holders: Holders = {
        subject,
        // No link is mailed to an address that only a provider claims.
        email: provider === 'email' ? email : null,
        device: passkeys.beside(device),
        auth: storeOf('auth'),
        recovery: storeOf('recovery'),
        now,
        mayPasskeyHelp: (splitIds) => passkeys.mayHelp(subject, splitIds),
      }
      if (!isForUse) return holders
      if (isBeingDeleted) {
        await inTurn(() => keepWallet(holders, sessions.keepIdentity))
        if (keepDueSinceMs !== undefined) await sessions.storesTold(keepDueSinceMs)
      } else if (keepDueSinceMs !== undefined) inPassing.begin(holders, keepDueSinceMs)
      return holders
    },
    /** Resolves when all stores have been told of the sign-in, or could not be. */
    settled: () => inPassing.settled(),
  }
}
