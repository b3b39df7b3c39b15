import { ModalError, type Network } from '@portico/contracts'
import type { SendFamily } from './plan.ts'

/** Transaction builders load per family. @throws ModalError `chain.unsupported` */
export async function familyFor({ chainNamespace }: Network): Promise<SendFamily> {
  if (chainNamespace === 'eip155') return (await import(/* webpackChunkName: "evm" */ './evm.ts')).evm
  if (chainNamespace === 'solana') return (await import(/* webpackChunkName: "solana" */ './solana.ts')).solana
  if (chainNamespace === 'bip122') return (await import(/* webpackChunkName: "bitcoin" */ './bitcoin.ts')).bitcoin
  throw new ModalError('chain.unsupported')
}
