import {
  coinTypeOf,
  NAME_LABEL,
  REGISTRATION_TOLERANCE_S,
  RegistrationMessage,
  type RegistrationRequest,
} from '@portico/contracts/services/names'
import { type Address, getAddress, isAddress } from 'viem'
import { invalidRequest, ServiceError } from '../../http/errors.ts'
import { check } from '../../http/readBody.ts'
import { jsonIn } from '../../json.ts'
import { chainIdOf } from './coinType.ts'
import type { Registration } from './nameRegister.ts'

function readMessage(text: string) {
  const value = jsonIn(text)
  if (value === undefined) throw invalidRequest('message: must be JSON')
  const { name, attributes, timestamp } = check(RegistrationMessage, value)
  // Only the canonical form is accepted, so that a signed text has only one meaning.
  if (JSON.stringify({ name, attributes, timestamp }) !== text) {
    throw invalidRequest('message: must be {"name":…,"attributes":{},"timestamp":…}, in lower case and without spaces')
  }
  return { name, timestamp }
}

const readAddress = (address: string): Address => {
  if (!isAddress(address, { strict: false })) throw invalidRequest('address: must be an EVM address')
  return getAddress(address)
}

function readChainId(coinType: number): number {
  const chainId = chainIdOf(coinType)
  if (chainId === undefined) throw invalidRequest('coin_type: must be that of an EVM chain (ENSIP-11)')
  return chainId
}

/**
 * services.md §7.17: parses a registration, whose signature has not been checked yet.
 * @throws ServiceError `request.invalid`, `name.invalid`, `name.expired`
 */
export function readRegistration(
  { message, ...request }: RegistrationRequest,
  zone: string,
  nowMs: number,
): Registration & { readonly chainId: number } {
  const chainId = readChainId(request.coin_type)
  const address = readAddress(request.address)
  const { name, timestamp } = readMessage(message)
  const [label = '', ...rest] = name.split('.')
  if (!NAME_LABEL.test(label) || rest.join('.') !== zone) throw new ServiceError('name.invalid', { zone })
  if (Math.abs(nowMs / 1_000 - timestamp) > REGISTRATION_TOLERANCE_S) {
    throw new ServiceError('name.expired', { seconds: REGISTRATION_TOLERANCE_S })
  }
  // Ethereum always gets the same coin type, whichever of its two coin types the client sends.
  return { name, address, chainId, coinType: coinTypeOf(chainId) }
}
