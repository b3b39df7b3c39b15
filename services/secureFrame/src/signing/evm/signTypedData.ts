import { parseCaipNetworkId } from '@portico/contracts'
import { readTypedData, type TypedData } from '@portico/contracts/preview'
import { freezeMatter, type Matter } from '../../approval/matter.ts'
import { Refused } from '../../messages/channel.ts'
import { SAFE } from '../../smartAccount/contracts.ts'
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
 * What the key signs for its smart account is made here and nowhere else: a user operation, a message. A transaction of the
 * Safe could change its owners or modules, and pays its sender as much as that one likes.
 */
function isForSmartAccount({ domain }: TypedData, smartAccount: string): boolean {
  const { verifyingContract } = domain.value as Readonly<Record<string, unknown>>
  return isSameAddress(verifyingContract, SAFE.module) || isSameAddress(verifyingContract, smartAccount)
}

/**
 * @throws Refused `invalidRequest` where the account is not the visitor's or the data can be read in more ways than one,
 * `chainUnsupported` where its domain names another network
 */
export function prepareTypedData(options: PrepareOptions): Prepared {
  const { request, origin, account, owner, context, tools } = options
  const [address, data] = Array.isArray(request.params) ? request.params : []
  if (!isSameAddress(address, account) || data === undefined) throw new Refused('invalidRequest')
  const { method, caipNetworkId } = request
  const matter = freezeMatter({ origin, method, params: [account, data], caipNetworkId, account })
  const read = readMatter(matter)
  const domain = read.domain.value as Readonly<Record<string, unknown>>
  if (domain.chainId !== undefined && String(domain.chainId) !== parseCaipNetworkId(caipNetworkId).reference) {
    throw new Refused('chainUnsupported')
  }
  if (tools.smart && owner === undefined && isForSmartAccount(read, tools.smart.addressOf(account))) {
    throw new Refused('invalidRequest')
  }
  return {
    matter,
    context,
    sign: (approved) => signDigest(options, approved, hashTypedData(readMatter(approved))),
  }
}
