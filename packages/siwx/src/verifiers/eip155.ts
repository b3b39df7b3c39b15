import type { SIWXSession } from '@portico/contracts'
import type { Address } from 'viem'
import { isAddress, isHex, verifyMessage } from 'viem/utils'

/** @param rpcUrl a node of the session's network; without one, only externally owned accounts can sign in */
export async function verifyEip155({ data, message, signature }: SIWXSession, rpcUrl?: string) {
  const address = data.accountAddress.toLowerCase() as Address
  if (!isAddress(address) || !isHex(signature)) return false
  // Sufficient for most visitors, without a request or further code.
  if (await verifyMessage({ address, message, signature }).catch(() => false)) return true
  if (rpcUrl === undefined) return false
  let verifyContractAccount: typeof import('./contractAccount.ts')['verifyContractAccount']
  try {
    verifyContractAccount = (await import('./contractAccount.ts')).verifyContractAccount
  } catch {
    return undefined // the file could not be loaded
  }
  return verifyContractAccount(rpcUrl, { address, message, signature })
}
