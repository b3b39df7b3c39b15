import { createReceivers, type Receivers } from '../approval/receivers.ts'
import { DeviceUnconfirmed, type Place, type Wallet } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'
import type { OwnSessions } from '../session/createSessions.ts'
import { createAddressCache } from './addressCache.ts'
import { awaitDevice, type Waiting } from './awaitDevice.ts'
import { confirmDevice, type MailedLink } from './confirmDevice.ts'
import { createHolders } from './createHolders.ts'
import { createSeedAccess } from './createSeedAccess.ts'
import { deleteShares } from './deleteShares.ts'
import { createDeviceShares } from './deviceShares.ts'
import { createEmailChange } from './emailChange.ts'
import { createInTurn, type InTurn } from './inTurn.ts'
import { type KeyDatabase, openKeyDatabase } from './keyDatabase.ts'
import { createNewDevices, type NewDevices } from './newDevices.ts'
import { createAuthenticator } from './passkey/authenticator.ts'
import { createPasskeys, type Passkeys } from './passkey/createPasskeys.ts'
import { createOwnPasskeys, type OwnPasskeys } from './passkey/ownPasskeys.ts'
import type { Holders } from './replaceShares.ts'

export interface WalletParts {
  readonly settings: Place['settings']
  readonly sessions: Pick<OwnSessions, 'current' | 'headersFor' | 'ask' | 'keepIdentity' | 'storesTold'>
  readonly fetch?: typeof fetch
  readonly database?: KeyDatabase
  /** Addresses that the wallets of this browser have paid. */
  readonly receivers?: Pick<Receivers, 'remove'>
  readonly inTurn?: InTurn
  /** The window of this origin in which the visitor is, if not this one; passkeys are requested there. */
  readonly visitorAt?: () => Window
  readonly passkeys?: Passkeys
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Called with failures that are retried the next time. They contain no secrets. */
  readonly onTrouble?: (error: unknown) => void
}

/** The wallet of the visitor who is signed in at the time of the call, with operations on its shares. */
export interface OwnWallet extends Wallet {
  /** As in `Wallet`, but requests a passkey of this wallet first if there is one. */
  waitForDevice(signal: AbortSignal, waiting?: Waiting): Promise<void>
  /**
   * Splits the seed again: the shares of all other devices become worthless, and those devices have to be confirmed
   * again. If the recovery store requires its link, the link is mailed and waited for.
   * @throws Refused as `waitForDevice` does; the signal's reason
   */
  renewShares(signal: AbortSignal): Promise<void>
  /**
   * Announces the deletion to the login service, then deletes both shares at the stores, the wallet's owner at the
   * login service, and this device's data of the wallet. Service and stores keep the data for some days, during which
   * signing in cancels the deletion. A call after an interruption skips finished steps and completes the rest. If the
   * recovery store requires its link, the link is mailed and waited for first.
   * @param owner the owner's account at the login service: `begin` warns by mail, `finish` ends all sessions
   * @throws Refused as `waitForDevice` does; the signal's reason; what `owner` throws
   */
  delete(owner: Record<'begin' | 'finish', () => Promise<void>>, signal: AbortSignal): Promise<void>
  /**
   * Has the recovery store mail to the address that the login service uses now. Resolves at once: the change takes
   * effect when the link mailed to the old address is followed, now or after a later sign-in on this device.
   * @param email the address as it was typed here
   */
  changeEmail(email: string): Promise<void>
  /** Other devices' requests to open a wallet without an email address. */
  readonly newDevices: NewDevices
  /** Passkeys that can replace the share on a device. */
  readonly passkeys: OwnPasskeys
}

/** Creates the client of the signed-in visitor's wallet. See `OwnWallet`. */
export function createWallet({
  settings,
  sessions,
  fetch,
  database = openKeyDatabase(),
  receivers = createReceivers(),
  inTurn = createInTurn(),
  now = Date.now,
  visitorAt,
  passkeys = createPasskeys({ ask: sessions.ask, now, authenticator: createAuthenticator(undefined, visitorAt) }),
  onTrouble,
}: WalletParts): OwnWallet {
  const device = createDeviceShares(database.shares)
  const cache = createAddressCache(database.addresses)
  const visited = new Set<string>()
  const mailed = new Map<string, MailedLink>()
  const parts = { settings, sessions, fetch, database, device, cache, receivers, passkeys, inTurn, now, onTrouble }
  const currentHolders = createHolders(parts)
  const { leaveToPasskey, open, useSeed, withPasskey, forget } = createSeedAccess(parts)

  const readAddresses = (holders: Holders) => useSeed(holders, (seed) => cache.check(holders.subject, seed))

  /** Waits for the mailed link or, without an email address, for a known device's consent or the end of the wait. */
  function confirm({ subject, email, recovery }: Holders, signal: AbortSignal, waiting: Waiting = {}): Promise<void> {
    if (email === null) return awaitDevice({ ...waiting, recovery, signal, now })
    waiting.onWait?.()
    const onMailed = (link: MailedLink) => void mailed.set(subject, link)
    return confirmDevice({ recovery, signal, now, mailed: mailed.get(subject), onMailed })
  }

  async function renew(holders: Holders, email: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    const renewal = email === undefined ? {} : { email }
    async function attempt() {
      const { seed, isRenewed } = await open(holders, { isThorough: true, renewal })
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

  const ownWallet: OwnWallet = {
    async addresses() {
      const holders = await currentHolders.read()
      const addresses = (await cache.get(holders.subject)) ?? (await readAddresses(holders))
      // The link that another page had mailed may have been followed since.
      if (!visited.has(holders.subject)) void emailChange.goOn(holders, false)
      visited.add(holders.subject)
      return addresses
    },

    async waitForDevice(signal, waiting) {
      signal.throwIfAborted()
      const holders = await currentHolders.read()
      const { subject } = holders
      try {
        await withPasskey(
          subject,
          () => readAddresses(holders),
          () => passkeys.decline(subject),
        )
      } catch (error) {
        if (!(error instanceof DeviceUnconfirmed)) throw error
        signal.throwIfAborted()
        await confirm(holders, signal, waiting)
        await readAddresses(holders)
      }
      // A visitor who has just signed in is likely to read a mail.
      void emailChange.goOn(holders, true)
    },

    async withSeed(use) {
      const holders = await currentHolders.read()
      const { subject } = holders
      const sign = async (seed: Uint8Array) => {
        await cache.check(subject, seed)
        return use(seed)
      }
      // Refusing the passkey gives no way around it: a visitor who has lost it has to sign in again, and gets a link.
      return withPasskey(
        subject,
        () => useSeed(holders, sign),
        () => {
          throw new Refused('rejected')
        },
      )
    },

    async renewShares(signal) {
      signal.throwIfAborted()
      const holders = await currentHolders.read()
      const { subject } = holders
      await renew(holders, undefined, signal)
      await receivers.remove(subject)
      // Shares that passkeys seal are worthless now. One of them is renewed at once if the visitor uses its passkey.
      if (!(await passkeys.mayHelp(subject)) || (await passkeys.ask(subject, true)) !== 'given') return
      await inTurn(() => leaveToPasskey(subject, true))
    },

    async delete(owner, signal) {
      signal.throwIfAborted()
      const holders = await currentHolders.read(false)
      emailChange.stop()
      await currentHolders.settled()
      await owner.begin()
      await deleteShares(holders, { confirm: () => confirm(holders, signal), inTurn })
      await owner.finish()
      // This device's data are removed last: without them, a wallet that cannot be opened would look like no wallet.
      const { subject } = holders
      const kept = [database.shares, database.addresses, database.emails, receivers]
      await Promise.all(kept.map((table) => table.remove(subject)))
      forget(subject)
    },

    changeEmail: async (email) => emailChange.begin(await currentHolders.read(), email),

    newDevices: createNewDevices(() => currentHolders.read(false)),

    passkeys: createOwnPasskeys({
      passkeys,
      device,
      inTurn,
      async readOwner() {
        const session = await sessions.current()
        if (!session) throw new Refused('notConnected')
        return { subject: session.subject, userName: session.email ?? session.userName ?? 'Wallet' }
      },
      open: () => ownWallet.withSeed(async () => {}),
    }),

    forget() {
      emailChange.stop()
      forget()
    },
  }
  return ownWallet
}
