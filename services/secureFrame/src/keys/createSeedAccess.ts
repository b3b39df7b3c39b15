import type { Receivers } from '../approval/receivers.ts'
import { DeviceUnconfirmed } from '../interfaces.ts'
import type { AddressCache } from './addressCache.ts'
import type { DeviceShares } from './deviceShares.ts'
import type { InTurn } from './inTurn.ts'
import type { KeyDatabase } from './keyDatabase.ts'
import { type OpenOptions, openWallet } from './openWallet.ts'
import type { Passkeys } from './passkey/createPasskeys.ts'
import { PasskeyNeeded } from './passkey/passkeyNeeded.ts'
import type { Holders } from './replaceShares.ts'

interface SeedAccessParts {
  readonly device: DeviceShares
  readonly database: Pick<KeyDatabase, 'shares'>
  readonly cache: AddressCache
  readonly receivers: Pick<Receivers, 'remove'>
  readonly passkeys: Passkeys
  readonly inTurn: InTurn
  readonly onTrouble?: (error: unknown) => void
}

/** Opens wallets one at a time, and takes care of passkeys, repairs and known receivers. */
export function createSeedAccess({ device, database, cache, receivers, passkeys, inTurn, onTrouble }: SeedAccessParts) {
  const whole = new Set<string>()

  /** Removes this device's share if the passkey in use seals it; a renewed share is sealed first. Never rejects. */
  const leaveToPasskey = (subject: string, isRenewed: boolean) =>
    passkeys.takeOver(subject, device, isRenewed).catch((error: unknown) => onTrouble?.(error))

  const open = (holders: Holders, options: OpenOptions) =>
    inTurn(async () => {
      const opened = await openWallet(holders, { ...options, ...(onTrouble && { onTrouble }) }).catch(
        async (error: unknown) => {
          // Neither a passkey nor a renewal here is the reason: shares were renewed elsewhere, or this device is new.
          const isOutdated = error instanceof DeviceUnconfirmed && !(error instanceof PasskeyNeeded) && !options.renewal
          if (isOutdated) await receivers.remove(holders.subject)
          throw error
        },
      )
      await leaveToPasskey(holders.subject, opened.isRenewed)
      return opened
    })

  /** Also checks the recovery store until a check has succeeded, to notice a lost share before it is needed. */
  async function useSeed<T>(holders: Holders, use: (seed: Uint8Array) => Promise<T>): Promise<T> {
    const { subject } = holders
    const preparing = cache.prepare(subject)
    preparing.catch(() => {})
    const { seed, isWhole } = await open(holders, { isThorough: !whole.has(subject) })
    if (isWhole) whole.add(subject)
    try {
      await preparing
      return await use(seed)
    } finally {
      seed.fill(0)
    }
  }
  /** Asks for a passkey if nothing else opens the wallet, without blocking other uses of the shares meanwhile. */
  async function withPasskey<T>(subject: string, work: () => Promise<T>, onRefused: () => void): Promise<T> {
    const ask = async () => {
      if ((await passkeys.ask(subject)) === 'refused') onRefused()
    }
    // A passkey was needed the last time, so ask for it before asking the stores.
    if (passkeys.isDue(subject) && !(await database.shares.get(subject))?.shares.length) await ask()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof PasskeyNeeded)) throw error
    }
    await ask()
    return work()
  }

  return {
    leaveToPasskey,
    open,
    useSeed,
    withPasskey,
    /** @param subject the wallet to forget; if absent, all of them */
    forget(subject?: string) {
      passkeys.forget()
      if (subject === undefined) whole.clear()
      else whole.delete(subject)
      cache.forget()
    },
  }
}
