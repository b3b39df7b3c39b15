import {
  LOGIN_PASSKEYS_PATH,
  LOGIN_PASSKEYS_REMOVE_PATH,
  type Passkey,
  type PasskeyPutRequest,
  PasskeysAnswer,
} from '@portico/contracts/services/loginPasskeys'
import type { OwnSessions } from '../../session/createSessions.ts'
import type { DeviceShares } from '../deviceShares.ts'
import { type Share, writeShare } from '../shareText.ts'
import { type Authenticator, createAuthenticator, type KnownPasskey, PasskeyFailed } from './authenticator.ts'
import { openSealedShare, sealingKey, sealShare } from './sealedShare.ts'

/** What became of asking: `none` where there is no passkey that could be asked. */
type Asked = 'given' | 'refused' | 'none'

/** A passkey of somebody, with the key that it has given. */
interface Given {
  readonly key: CryptoKey
  readonly passkey: KnownPasskey & Pick<Passkey, 'label'>
}

/** The passkeys of whoever is signed in, as far as this page is concerned. */
export interface Passkeys {
  readonly authenticator: Authenticator
  /** @throws Refused `notConnected`; LoginError */
  list(): Promise<readonly Passkey[]>
  /** @throws Refused `notConnected`; LoginError */
  remove(credentialId: string): Promise<readonly Passkey[]>
  /**
   * Whether asking may help: one seals a share of one of these splits, and none was asked yet.
   * @param splitIds undefined where nobody can tell which are of use
   */
  mayHelp(subject: string, splitIds?: readonly string[]): Promise<boolean>
  /**
   * Asks its owner for one of these. What is given counts for a minute. Two who ask at once ask once.
   * @param isAny also those that seal what is of no use any longer: their key is
   */
  ask(subject: string, isAny?: boolean): Promise<Asked>
  /** One has opened this wallet on this page before, and what it gave counts no longer. */
  isDue(subject: string): boolean
  /** Of the share that a passkey of this wallet seals, where one was asked on this page. */
  splitOf(subject: string): string | undefined
  /** Nobody asks any more, until somebody signs in anew. */
  decline(subject: string): void
  /** The shares of a device with the one that a passkey has given, which is nowhere but in memory. */
  beside(device: DeviceShares): DeviceShares
  /**
   * Takes the share that this device has off it, where the passkey that was given seals it.
   * @param isRenewed it is that of a new split: then it is sealed first
   * @throws Refused `notConnected`; LoginError
   */
  takeOver(subject: string, device: DeviceShares, isRenewed: boolean): Promise<void>
  /** Seals a share for a passkey that may be new. @throws Refused `notConnected`; LoginError */
  seal(subject: string, given: Given, share: Share): Promise<void>
  forget(): void
}

export interface PasskeysParts {
  readonly ask: OwnSessions['ask']
  readonly authenticator?: Authenticator
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * From a code to the account, and to the signature that a page may want with it, somebody is asked once; before each later
 * signature again. Longer, and whoever finds the device unlocked could sign.
 */
const COUNTS_MS = 60_000
/** Nobody who signs in waits longer to hear that there is no passkey. */
const LIST_LIMIT_MS = 5_000

interface Unlocked extends Given {
  readonly subject: string
  readonly sealed: Pick<Passkey, 'sealedShare' | 'splitId'>
  readonly until: number
}

/** See Passkeys. */
export function createPasskeys({ ask, authenticator = createAuthenticator(), now }: PasskeysParts): Passkeys {
  let unlocked: Unlocked | undefined
  /** Of each wallet that a passkey has opened on this page: the split. */
  const used = new Map<string, string>()
  /** Which splits are of use, of a wallet. */
  const wanted = new Map<string, readonly string[] | undefined>()
  const declined = new Set<string>()
  let asking: Promise<Asked> | undefined

  const list = async () =>
    (await ask(LOGIN_PASSKEYS_PATH, PasskeysAnswer, { method: 'GET', limitMs: LIST_LIMIT_MS })).passkeys

  /** None where that cannot be said: the wallet opens without them. */
  async function find(splitIds: readonly string[] | undefined): Promise<readonly Passkey[]> {
    if (!authenticator.isThere) return []
    const known = await list().catch(() => [])
    return splitIds ? known.filter(({ splitId }) => splitIds.includes(splitId)) : known
  }

  function givenFor(subject: string): Unlocked | undefined {
    if (unlocked && now() >= unlocked.until) unlocked = undefined
    return unlocked?.subject === subject ? unlocked : undefined
  }

  async function shareOf(subject: string): Promise<Share | undefined> {
    const given = givenFor(subject)
    if (!given) return undefined
    const { splitId, sealedShare } = given.sealed
    const { credentialId } = given.passkey
    return openSealedShare(given.key, { subject, splitId, credentialId }, sealedShare).catch(() => undefined)
  }

  async function askOwner(subject: string, isAny: boolean): Promise<Asked> {
    const known = await find(isAny ? undefined : wanted.get(subject))
    if (known.length === 0) return 'none'
    try {
      const { credentialId, output } = await authenticator.ask(known)
      const passkey = known.find((one) => one.credentialId === credentialId)
      const key = await sealingKey(output)
      if (!passkey) return 'refused'
      unlocked = { subject, key, passkey, sealed: passkey, until: now() + COUNTS_MS }
      // What the login service has handed out may be the share of somebody else, or none.
      const share = await shareOf(subject)
      if (!share) {
        unlocked = undefined
        return 'refused'
      }
      share.points.fill(0)
      used.set(subject, share.splitId)
      return 'given'
    } catch (error) {
      if (error instanceof PasskeyFailed) return 'refused'
      throw error
    }
  }

  async function seal(subject: string, { key, passkey }: Given, share: Share): Promise<void> {
    const { credentialId, prfSalt, transports, label } = passkey
    const { splitId } = share
    const sealedShare = await sealShare(key, { subject, splitId, credentialId }, writeShare(share))
    const body: PasskeyPutRequest = { credentialId, prfSalt, transports: [...transports], label, sealedShare, splitId }
    await ask(LOGIN_PASSKEYS_PATH, PasskeysAnswer, { body })
    unlocked = { subject, key, passkey, sealed: { sealedShare, splitId }, until: now() + COUNTS_MS }
    used.set(subject, splitId)
    wanted.set(subject, [splitId])
  }

  return {
    authenticator,
    list,
    async remove(credentialId) {
      const { passkeys } = await ask(LOGIN_PASSKEYS_REMOVE_PATH, PasskeysAnswer, { body: { credentialId } })
      if (unlocked?.passkey.credentialId === credentialId) unlocked = undefined
      authenticator.forget(credentialId)
      return passkeys
    },
    async mayHelp(subject, splitIds) {
      if (declined.has(subject) || givenFor(subject)) return false
      wanted.set(subject, splitIds)
      return (await find(splitIds)).length > 0
    },
    seal,
    ask(subject, isAny = false) {
      asking ??= askOwner(subject, isAny).finally(() => {
        asking = undefined
      })
      return asking
    },
    isDue: (subject) => used.has(subject) && !declined.has(subject) && !givenFor(subject),
    splitOf: (subject) => used.get(subject),
    decline(subject) {
      declined.add(subject)
    },
    beside: (device) => ({
      ...device,
      async list(subject) {
        const [stored, given] = await Promise.all([device.list(subject), shareOf(subject)])
        return given && !stored.some(({ splitId }) => splitId === given.splitId) ? [...stored, given] : stored
      },
    }),
    async takeOver(subject, device, isRenewed) {
      const given = givenFor(subject)
      if (!given) return
      const stored = await device.list(subject)
      const [share] = stored
      try {
        // Several are there while shares are being replaced: each may still be the one that counts.
        if (!share || stored.length > 1) return
        if (given.sealed.splitId !== share.splitId) {
          if (!isRenewed) return
          await seal(subject, given, share)
        }
        await device.removeAll(subject)
      } finally {
        for (const { points } of stored) points.fill(0)
      }
    },
    forget() {
      unlocked = undefined
      for (const known of [used, wanted, declined]) known.clear()
    },
  }
}
