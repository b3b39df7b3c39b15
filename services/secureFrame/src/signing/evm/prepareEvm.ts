import { knownContracts } from '@portico/contracts/preview'
import { Refused } from '../../messages/channel.ts'
import { KNOWN_NETWORKS } from '../../rpc/networks.ts'
import type { Prepared, PrepareOptions } from '../prepared.ts'
import { preparePersonalSign } from './personalSign.ts'
import { prepareSendCalls } from './sendCalls.ts'
import { prepareSendTransaction } from './sendTransaction.ts'
import { prepareTypedData } from './signTypedData.ts'
import { prepareSmartTransaction } from './smartTransaction.ts'

/**
 * Prepares a request. Methods for lasting permissions and for a site's own user operations are refused.
 * @throws Refused `methodNotAllowed`, and as the method's own function does
 */
export async function prepareEvm(given: PrepareOptions): Promise<Prepared> {
  const { caipNetworkId } = given.request
  const known = knownContracts(caipNetworkId, KNOWN_NETWORKS.has(caipNetworkId))
  const options = { ...given, context: { ...given.context, ...known } }
  switch (options.request.method) {
    case 'personal_sign':
      return preparePersonalSign(options)
    case 'eth_signTypedData_v4':
      return prepareTypedData(options)
    case 'eth_sendTransaction':
      return options.owner === undefined ? prepareSendTransaction(options) : prepareSmartTransaction(options)
    case 'wallet_sendCalls':
      return prepareSendCalls(options)
    default:
      throw new Refused('methodNotAllowed')
  }
}
