import { coinTypeOf, NAME_REGISTER_PATH } from '@portico/contracts/services/names'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { EVM_CAIP_IDS } from '../../../scripts/local.mjs'
import { stack } from './stack.ts'

/** The zone in which the local services register names. */
export const ZONE = 'portico.test'
export const CHAIN_ID = Number(EVM_CAIP_IDS[0]?.split(':')[1])

/** Registers a name for a new account, without our pages. @returns its owner */
export async function registerName(label: string, projectId: string): Promise<Address> {
  const signer = privateKeyToAccount(generatePrivateKey())
  const timestamp = Math.floor(Date.now() / 1_000)
  const message = JSON.stringify({ name: `${label}.${ZONE}`, attributes: {}, timestamp })
  const signature = await signer.signMessage({ message })
  const query = new URLSearchParams({ projectId })
  const response = await fetch(`${stack.urls.services}${NAME_REGISTER_PATH}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ coin_type: coinTypeOf(CHAIN_ID), address: signer.address, message, signature }),
  })
  if (!response.ok) throw new Error(await response.text())
  return signer.address
}
