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

/** The result of asking for a passkey: `none` if there is no passkey. */
type AskResult = 'given' | 'refused' | 'none'

/** A passkey and the key derived from its output. */
interface Given {
  readonly key: CryptoKey
  readonly passkey: KnownPasskey & Pick<Passkey, 'label'>
}

export interface PasskeysParts {
  readonly ask: OwnSessions['ask']
  readonly authenticator?: Authenticator
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * How long a passkey's result counts: long enough to enter a code, open the account, and sign what the page requests
 * along with that; later signatures ask again. If this were longer, anybody who finds the device unlocked could sign.
 */
const COUNTS_MS = 60_000
/** How long a sign-in waits to learn that there is no passkey. */
const LIST_LIMIT_MS = 5_000

interface Unlocked extends Given {
  readonly subject: string
  readonly sealed: Pick<Passkey, 'sealedShare' | 'splitId'>
  readonly until: number
}

/** The signed-in visitor's passkeys, as this page uses them. @throws Refused `notConnected`; LoginError */
export function createPasskeys({ ask, authenticator = createAuthenticator(), now }: PasskeysParts) {
  let unlocked: Unlocked | undefined
  /** Keyed by wallet: the split that a passkey has opened on this page. */
  const used = new Map<string, string>()
  /** Keyed by wallet: the splits of which a share would help. */
  const wanted = new Map<string, readonly string[] | undefined>()
  const declined = new Set<string>()
  let asking: Promise<AskResult> | undefined

  const list = async () =>
    (await ask(LOGIN_PASSKEYS_PATH, PasskeysAnswer, { method: 'GET', limitMs: LIST_LIMIT_MS })).passkeys

  /** Finds passkeys; none if the list is unavailable, because the wallet also opens without them. */
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

  async function askOwner(subject: string, isAny: boolean): Promise<AskResult> {
    const known = await find(isAny ? undefined : wanted.get(subject))
    if (known.length === 0) return 'none'
    try {
      const { credentialId, output } = await authenticator.ask(known)
      const passkey = known.find((one) => one.credentialId === credentialId)
      const key = await sealingKey(output)
      if (!passkey) return 'refused'
      unlocked = { subject, key, passkey, sealed: passkey, until: now() + COUNTS_MS }
      // The sealed share from the login service may be the wrong one, or unreadable.
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

  /** Seals a share for a passkey, and registers the passkey if it is new. */
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
    async remove(credentialId: string): Promise<readonly Passkey[]> {
      const { passkeys } = await ask(LOGIN_PASSKEYS_REMOVE_PATH, PasskeysAnswer, { body: { credentialId } })
      if (unlocked?.passkey.credentialId === credentialId) unlocked = undefined
      authenticator.forget(credentialId)
      return passkeys
    },
    /**
     * Whether asking may help: a passkey seals a share of one of these splits, none is unlocked, and the owner has not
     * declined.
     * @param splitIds undefined if it is unknown which splits would help
     */
    async mayHelp(subject: string, splitIds?: readonly string[]): Promise<boolean> {
      if (declined.has(subject) || givenFor(subject)) return false
      wanted.set(subject, splitIds)
      return (await find(splitIds)).length > 0
    },
    seal,
    /**
     * Asks the owner for a passkey. The result counts for a minute; simultaneous calls share one request.
     * @param isAny also allow passkeys whose sealed share is outdated, because their keys still work
     */
    ask(subject: string, isAny = false): Promise<AskResult> {
      asking ??= askOwner(subject, isAny).finally(() => {
        asking = undefined
      })
      return asking
    },
    /** Whether a passkey opened this wallet on this page before, and its result has expired. */
    isDue: (subject: string) => used.has(subject) && !declined.has(subject) && !givenFor(subject),
    /** The split of the share that a passkey of this wallet seals, if one was used on this page. */
    splitOf: (subject: string) => used.get(subject),
    /** Stops asking until the visitor signs in again. */
    decline(subject: string) {
      declined.add(subject)
    },
    /** A device's shares, together with the one from the passkey, which exists only in memory. */
    beside: (device: DeviceShares): DeviceShares => ({
      ...device,
      async list(subject) {
        const [stored, given] = await Promise.all([device.list(subject), shareOf(subject)])
        return given && !stored.some(({ splitId }) => splitId === given.splitId) ? [...stored, given] : stored
      },
    }),
    /**
     * Removes this device's share if the unlocked passkey seals it.
     * @param isRenewed whether the share is of a new split, and has to be sealed first
     */
    async takeOver(subject: string, device: DeviceShares, isRenewed: boolean): Promise<void> {
      const given = givenFor(subject)
      if (!given) return
      const stored = await device.list(subject)
      const [share] = stored
      try {
        // There are several shares while they are being replaced, and each of them may be the valid one.
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
export type Passkeys = ReturnType<typeof createPasskeys>
