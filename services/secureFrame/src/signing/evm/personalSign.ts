import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { personalMessageBytes } from '@portico/contracts/preview'
import { freezeMatter } from '../../approval/matter.ts'
import { Refused } from '../../messages/channel.ts'
import { isEvmAddress, isSameAddress } from '../isSameAddress.ts'
import type { Prepared, PrepareOptions } from '../prepared.ts'
import { signDigest } from './signDigest.ts'

const HASH_BYTES = 32

/**
 * EIP-191, version 0x45.
 * @throws Refused `invalidRequest` for a message of 32 bytes: a Safe accepts its owner's signature for such a message
 *   as a signature for the transaction with this hash (`eth_sign`). No account of the visitor's signs such a message,
 *   because any key can own a Safe.
 */
export function personalHash(message: Uint8Array): Uint8Array {
  if (message.length === HASH_BYTES) throw new Refused('invalidRequest')
  return keccak_256(concatBytes(utf8ToBytes(`\u0019Ethereum Signed Message:\n${message.length}`), message))
}

/** The message. Some clients have always sent it after the address, which is accepted only if it is unambiguous. */
function orderOf(params: unknown, account: string): unknown {
  const [first, second] = Array.isArray(params) ? params : []
  if (isSameAddress(second, account)) return first
  return isSameAddress(first, account) && !isEvmAddress(second) ? second : undefined
}

/** @throws Refused `invalidRequest` for another account, without a message, and as `personalHash` does */
export function preparePersonalSign(options: PrepareOptions): Prepared {
  const { request, origin, account, context } = options
  const message = orderOf(request.params, account)
  const read = personalMessageBytes(message)
  if (typeof message !== 'string' || !read) throw new Refused('invalidRequest')
  personalHash(read) // throws before anything is shown, so that the visitor is not asked in vain
  const { method, caipNetworkId } = request
  return {
    matter: freezeMatter({ origin, method, params: [message, account], caipNetworkId, account }),
    context,
    sign: (approved) => {
      const { params } = approved
      const bytes = personalMessageBytes(Array.isArray(params) ? params[0] : undefined)
      if (!bytes) throw new Refused('invalidRequest')
      return signDigest(options, approved, personalHash(bytes))
    },
  }
}
