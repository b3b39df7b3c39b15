import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Matter } from '../../approval/matter.ts'
import type { Signers } from '../../interfaces.ts'
import { withOwnKey } from '../ownKeys.ts'

const addressOf = (privateKey: Uint8Array): string => base58.encode(ed25519.getPublicKey(privateKey))

/** Signs with the key of the shown account. @throws Refused `notConnected` if it is no longer the visitor's */
export const signBytes = (
  signers: Signers,
  matter: Pick<Matter, 'account'>,
  messages: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> =>
  withOwnKey<readonly Uint8Array[]>(
    (sign) => signers.withSolanaKey(sign),
    addressOf,
    matter,
    async (key) => messages.map((message) => ed25519.sign(message, key)),
  )
