import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { personalMessageBytes } from '@portico/contracts/preview'
import { freezeMatter } from '../../approval/matter.ts'
import { Refused } from '../../messages/channel.ts'
import { isSameAddress } from '../isSameAddress.ts'
import type { Prepared, PrepareOptions } from '../prepared.ts'
import { signDigest } from './signDigest.ts'

const isAddress = (value: unknown) => typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)

/** EIP-191, version 0x45. */
export const personalHash = (message: Uint8Array): Uint8Array =>
  keccak_256(concatBytes(utf8ToBytes(`\u0019Ethereum Signed Message:\n${message.length}`), message))

/** Message and address: some clients have always sent them the other way round, which only counts where it is certain. */
function orderOf(params: unknown, account: string): unknown {
  const [first, second] = Array.isArray(params) ? params : []
  if (isSameAddress(second, account)) return first
  return isSameAddress(first, account) && !isAddress(second) ? second : undefined
}

const HASH_BYTES = 32
const HEX_DIGITS = /^[\da-f]*$/i
/**
 * A Safe takes its owner's signature of such a message for one of the transaction that has this hash (`eth_sign`). Hashes that
 * read as text can be searched for: one in 2^46 is printable. Of nothing but hexadecimal digits is one in 2^113.
 */
const isHash = (bytes: Uint8Array) => bytes.length === HASH_BYTES && !HEX_DIGITS.test(String.fromCharCode(...bytes))

/**
 * @throws Refused `invalidRequest` where the account is not the visitor's, or there is no message; also for a hash, where its
 * signature could be used for the smart account of whoever signs
 */
export function preparePersonalSign(options: PrepareOptions): Prepared {
  const { request, origin, account, owner, context, tools } = options
  const message = orderOf(request.params, account)
  const read = personalMessageBytes(message)
  if (typeof message !== 'string' || !read) throw new Refused('invalidRequest')
  if (tools.smart && owner === undefined && isHash(read)) throw new Refused('invalidRequest')
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
