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

/** Reads who holds the shares of the signed-in visitor's wallet, and keeps the wallet after each sign-in. */
export function createHolders({ settings, sessions, fetch, passkeys, device, inTurn, now, onTrouble }: HoldersParts) {
  const inPassing = createKeepInPassing(sessions.storesTold, onTrouble)
  return {
    /** @param isForUse using a wallet calls its deletion off. @throws Refused `notConnected`, `keyUnavailable` */
    async read(isForUse = true): Promise<Holders> {
      const session = await sessions.current()
      if (!session) throw new Refused('notConnected')
      const { subject, provider, email, isBeingDeleted, keepDueSinceMs } = session
      /** Another visitor may sign in meanwhile: no store is asked for one wallet in the name of another. */
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
        // No link can be mailed to an address that a provider claims.
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
    /** Resolves when no store is being told of a sign-in any more. */
    settled: () => inPassing.settled(),
  }
}
