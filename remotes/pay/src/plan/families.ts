import { ModalError, type Network } from '@portico/contracts'
import type { Asking, Plan, Wish } from './plan.ts'

type MakePlan = (wish: Wish, ask: Asking, signal: AbortSignal) => Promise<Plan>

/** Transaction builders load per family. @throws ModalError `chain.unsupported` for other families */
export async function planFor({ chainNamespace }: Network): Promise<MakePlan> {
  if (chainNamespace === 'eip155') return (await import(/* webpackChunkName: "evm" */ './evmPlan.ts')).evmPlan
  if (chainNamespace === 'solana') return (await import(/* webpackChunkName: "solana" */ './solanaPlan.ts')).solanaPlan
  throw new ModalError('chain.unsupported')
}
