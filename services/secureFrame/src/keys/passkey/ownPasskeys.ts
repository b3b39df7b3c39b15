import type { Passkey } from '@portico/contracts/services/loginPasskeys'
import { Refused } from '../../messages/channel.ts'
import type { DeviceShares } from '../deviceShares.ts'
import type { InTurn } from '../inTurn.ts'
import type { Passkeys } from './createPasskeys.ts'
import { sealingKey } from './sealedShare.ts'

export interface ListedPasskey extends Passkey {
  /** False if shares have been renewed since the passkey sealed one, so that the passkey opens nothing. */
  readonly isCurrent: boolean
}

export interface OwnPasskeysParts {
  readonly passkeys: Passkeys
  readonly device: DeviceShares
  readonly inTurn: InTurn
  /** @throws Refused `notConnected` */
  readOwner(): Promise<{ readonly subject: string; readonly userName: string }>
  /** Opens the wallet, with a passkey if the wallet needs one; this removes outdated shares. */
  open(): Promise<void>
}

/** Lets owners manage the passkeys of their wallets. */
export function createOwnPasskeys({ passkeys, device, inTurn, readOwner, open }: OwnPasskeysParts) {
  const { authenticator } = passkeys
  return {
    /** Whether this browser supports passkeys. */
    isSupported: authenticator.isThere,
    /** @throws Refused `notConnected`; LoginError */
    async list(): Promise<readonly ListedPasskey[]> {
      const [{ subject }, listed] = await Promise.all([readOwner(), passkeys.list()])
      const stored = await device.list(subject)
      for (const { points } of stored) points.fill(0)
      const splitId = passkeys.splitOf(subject) ?? stored[0]?.splitId
      return listed.map((one) => ({ ...one, isCurrent: splitId === undefined || one.splitId === splitId }))
    },
    /**
     * Makes a passkey, seals the device share for it, and removes that share from this device. Call it on a press.
     * @param known passkeys that the wallet already has
     * @throws PasskeyFailed; Refused `notConnected`, `keyUnavailable`; LoginError
     */
    async add(label: string, known: readonly Passkey[]): Promise<void> {
      const { subject, userName } = await readOwner()
      const { output, ...made } = await authenticator.make({ subject, userName, known })
      try {
        const key = await sealingKey(output)
        await open()
        await inTurn(async () => {
          const shares = await passkeys.beside(device).list(subject)
          const [share] = shares
          if (!share || shares.length > 1) throw new Refused('keyUnavailable')
          await passkeys.seal(subject, { key, passkey: { ...made, label } }, share)
          share.points.fill(0)
          await device.removeAll(subject)
        })
      } catch (error) {
        authenticator.forget(made.credentialId)
        throw error
      }
    },
    /**
     * Removes a passkey. Once none is left, the wallet needs the link again.
     * @throws Refused `notConnected`; LoginError
     */
    async remove(credentialId: string): Promise<void> {
      await passkeys.remove(credentialId)
    },
  }
}
export type OwnPasskeys = ReturnType<typeof createOwnPasskeys>
