import { Refused } from '../messages/channel.ts'
import { DeviceUnconfirmed, type Place, type Sessions, type Wallet } from '../parts.ts'
import { createAddressCache } from './addressCache.ts'
import { confirmDevice, type MailedLink } from './confirmDevice.ts'
import { createDeviceShares } from './deviceShares.ts'
import { createEmailChange } from './emailChange.ts'
import { createInTurn, type InTurn } from './inTurn.ts'
import { type KeyDatabase, openKeyDatabase } from './keyDatabase.ts'
import { openWallet } from './openWallet.ts'
import type { Holders } from './replaceShares.ts'
import { createShareStore } from './shareStore.ts'

export interface WalletParts {
  readonly settings: Place['settings']
  readonly sessions: Pick<Sessions, 'current' | 'headersFor'>
  readonly fetch?: typeof fetch
  readonly database?: KeyDatabase
  readonly inTurn?: InTurn
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Hears of what did not work and is tried again the next time. Nothing in it is secret. */
  readonly onTrouble?: (error: unknown) => void
}

/** The wallet of whoever is signed in at that moment, and what is done with its shares. */
export interface OwnWallet extends Wallet {
  /**
   * Splits the seed anew: the shares of all other devices are worthless afterwards, and those devices have to be confirmed
   * again. Where the recovery store wants its link followed, it is mailed and waited for.
   * @throws Refused as `waitForDevice` does; the signal's reason
   */
  renewShares(signal: AbortSignal): Promise<void>
  /**
   * Login mails to another address now; the recovery store is to do so, too. Resolves at once: it does when the link that it
   * mails to the address of before was followed, now or after a later sign-in on this device.
   * @param email as it was typed here
   */
  changeEmail(email: string): Promise<void>
}

/** See OwnWallet. */
export function createWallet({
  settings,
  sessions,
  fetch,
  database = openKeyDatabase(),
  inTurn = createInTurn(),
  now = Date.now,
  onTrouble,
}: WalletParts): OwnWallet {
  const device = createDeviceShares(database.shares)
  const cache = createAddressCache(database.addresses)
  const whole = new Set<string>()
  const visited = new Set<string>()
  const mailed = new Map<string, MailedLink>()

  async function readHolders(): Promise<Holders> {
    const session = await sessions.current()
    if (!session) throw new Refused('notConnected')
    const { subject, provider, email } = session
    /** Somebody else may sign in meanwhile: no store is asked for one wallet in the name of another. */
    async function demand(): Promise<void> {
      if ((await sessions.current())?.subject !== subject) throw new Refused('notConnected')
    }
    const headersFor: Sessions['headersFor'] = async (store, method, path) => {
      const headers = await sessions.headersFor(store, method, path)
      await demand()
      return headers
    }
    const storeOf = (name: 'auth' | 'recovery') =>
      createShareStore({ name, url: settings.shares[name], headersFor, demand, ...(fetch && { fetch }) })
    return {
      subject,
      // What a provider says of an address is nothing that a link could be mailed to.
      email: provider === 'email' ? email : null,
      device,
      auth: storeOf('auth'),
      recovery: storeOf('recovery'),
      now,
    }
  }

  /** Looks at the recovery store, too, until that was possible once: what it has lost is to be noticed before it is needed. */
  async function useSeed<T>(holders: Holders, use: (seed: Uint8Array) => Promise<T>): Promise<T> {
    const { subject } = holders
    const preparing = cache.prepare(subject)
    preparing.catch(() => {})
    const { seed, isWhole } = await inTurn(() =>
      openWallet(holders, { isThorough: !whole.has(subject), ...(onTrouble && { onTrouble }) }),
    )
    if (isWhole) whole.add(subject)
    try {
      await preparing
      return await use(seed)
    } finally {
      seed.fill(0)
    }
  }
  const readAddresses = (holders: Holders) => useSeed(holders, (seed) => cache.check(holders.subject, seed))

  /** Waits until the mailed link was followed. */
  function confirm({ subject, recovery }: Holders, signal: AbortSignal): Promise<void> {
    const onMailed = (link: MailedLink) => void mailed.set(subject, link)
    return confirmDevice({ recovery, signal, now, mailed: mailed.get(subject), onMailed })
  }

  async function renew(holders: Holders, email: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    const renewal = email === undefined ? {} : { email }
    async function attempt() {
      const { seed, isRenewed } = await inTurn(() =>
        openWallet(holders, { isThorough: true, renewal, ...(onTrouble && { onTrouble }) }),
      )
      seed.fill(0)
      if (!isRenewed) throw new Refused('keyUnavailable')
    }
    try {
      await attempt()
    } catch (error) {
      if (!signal || !(error instanceof DeviceUnconfirmed)) throw error
      await confirm(holders, signal)
      signal.throwIfAborted()
      await attempt()
    }
  }
  const emailChange = createEmailChange({ table: database.emails, renew, ...(onTrouble && { onTrouble }) })

  return {
    async addresses() {
      const holders = await readHolders()
      const addresses = (await cache.get(holders.subject)) ?? (await readAddresses(holders))
      // The mailed link may have been followed since this was asked on another page.
      if (!visited.has(holders.subject)) void emailChange.goOn(holders, false)
      visited.add(holders.subject)
      return addresses
    },

    async waitForDevice(signal) {
      signal.throwIfAborted()
      const holders = await readHolders()
      try {
        await readAddresses(holders)
      } catch (error) {
        if (!(error instanceof DeviceUnconfirmed)) throw error
        await confirm(holders, signal)
        await readAddresses(holders)
      }
      // Whoever has just signed in reads their mail.
      void emailChange.goOn(holders, true)
    },

    async withSeed(use) {
      const holders = await readHolders()
      return useSeed(holders, async (seed) => {
        await cache.check(holders.subject, seed)
        return use(seed)
      })
    },

    async renewShares(signal) {
      signal.throwIfAborted()
      await renew(await readHolders(), undefined, signal)
    },

    changeEmail: async (email) => emailChange.begin(await readHolders(), email),

    forget() {
      emailChange.stop()
      whole.clear()
      cache.forget()
    },
  }
}
