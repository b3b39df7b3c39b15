import { hexToBytes } from '@noble/hashes/utils.js'
import type { Hex } from '@portico/contracts/preview'
import type { Signers } from '../../interfaces.ts'
import { serializeSignature, signHash, withEvmAccount } from './ecdsa.ts'

/** Signs for this owner's smart account. @throws Refused `notConnected` if the current key is not this owner's */
export const signAsOwner = (signers: Signers, owner: string, hash: Hex): Promise<Hex> =>
  withEvmAccount(signers, { account: owner }, async (key) =>
    serializeSignature(signHash(hexToBytes(hash.slice(2)), key)),
  )
