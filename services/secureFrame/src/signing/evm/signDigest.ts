import { bytesToHex } from '@noble/hashes/utils.js'
import type { Hex } from '@portico/contracts/preview'
import type { Matter } from '../../approval/matter.ts'
import { Refused } from '../../messages/channel.ts'
import { evmChainId } from '../../rpc/evmChainId.ts'
import { isSameAddress } from '../isSameAddress.ts'
import type { PrepareOptions } from '../prepared.ts'
import { serializeSignature, signHash, withEvmAccount } from './ecdsa.ts'

/**
 * Signs the hash of a message or of typed data for the account that was shown, either a key's own or a smart account.
 * @throws Refused `notConnected` if the account is no longer the visitor's
 */
export async function signDigest(
  { owner, tools: { signers, smart } }: Pick<PrepareOptions, 'owner' | 'tools'>,
  matter: Matter,
  hash: Uint8Array,
): Promise<Hex> {
  if (owner === undefined) {
    return withEvmAccount(signers, matter, async (key) => serializeSignature(signHash(hash, key)))
  }
  if (!smart || !isSameAddress(smart.addressOf(owner), matter.account)) throw new Refused('internal')
  return smart.signHash(owner, evmChainId(matter.caipNetworkId), `0x${bytesToHex(hash)}`)
}
