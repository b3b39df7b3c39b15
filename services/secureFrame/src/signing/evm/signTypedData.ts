import { parseCaipNetworkId } from '@portico/contracts'
import { readTypedData, type TypedData } from '@portico/contracts/preview'
import { freezeMatter, type Matter } from '../../approval/matter.ts'
import { Refused } from '../../messages/channel.ts'
import { SAFE } from '../../smartAccount/contracts.ts'
import { safeAddress } from '../../smartAccount/safeAddress.ts'
import { isSameAddress } from '../isSameAddress.ts'
import type { Prepared, PrepareOptions } from '../prepared.ts'
import { hashTypedData } from './hashTypedData.ts'
import { signDigest } from './signDigest.ts'

function readMatter({ params }: Pick<Matter, 'params'>): TypedData {
  const read = readTypedData(Array.isArray(params) ? params[1] : undefined)
  if (!read) throw new Refused('invalidRequest')
  return read
}

/**
 * Whether the data are for the key's own smart account. For that account the frame signs only user operations and
 * messages of its own making, because a Safe transaction could change the owners or modules, or pay its sender any
 * amount. Even without a bundler, the account has the same address and may exist.
 */
function isForSmartAccount({ domain }: TypedData, account: string): boolean {
  const { verifyingContract } = domain.value as Readonly<Record<string, unknown>>
  return isSameAddress(verifyingContract, SAFE.module) || isSameAddress(verifyingContract, safeAddress(account))
}

/**
 * @throws Refused `invalidRequest` if the account is not the visitor's or the data are ambiguous, `chainUnsupported` if
 * their domain names another network
 */
export function prepareTypedData(options: PrepareOptions): Prepared {
  const { request, origin, account, owner, context } = options
  const [address, data] = Array.isArray(request.params) ? request.params : []
  if (!isSameAddress(address, account) || data === undefined) throw new Refused('invalidRequest')
  const { method, caipNetworkId } = request
  const matter = freezeMatter({ origin, method, params: [account, data], caipNetworkId, account })
  const read = readMatter(matter)
  const domain = read.domain.value as Readonly<Record<string, unknown>>
  if (domain.chainId !== undefined && String(domain.chainId) !== parseCaipNetworkId(caipNetworkId).reference) {
    throw new Refused('chainUnsupported')
  }
  if (owner === undefined && isForSmartAccount(read, account)) throw new Refused('invalidRequest')
  return {
    matter,
    context,
    sign: (approved) => signDigest(options, approved, hashTypedData(readMatter(approved))),
  }
}
