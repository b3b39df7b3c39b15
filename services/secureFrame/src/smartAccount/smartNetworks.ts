import type { AskNode } from '../rpc/jsonRpc.ts'
import { ENTRY_POINT, SAFE } from './contracts.ts'

/** The contracts that smart accounts need. */
const NEEDED: readonly string[] = [ENTRY_POINT, ...Object.values(SAFE)]
const ANSWER_TIMEOUT_MS = 5_000

/** Whether there is code at an address. @throws if no node of the network is reachable */
export async function hasCode(chainId: number, address: string, ask: AskNode): Promise<boolean> {
  const code = await ask(`eip155:${chainId}`, 'eth_getCode', [address, 'latest'], { timeoutMs: ANSWER_TIMEOUT_MS })
  return typeof code === 'string' && /^0x[\da-f]{2,}$/i.test(code)
}

/** Whether a network has all contracts that smart accounts need. @throws if no node of the network is reachable */
export async function hasSmartAccounts(chainId: number, ask: AskNode): Promise<boolean> {
  const found = await Promise.all(NEEDED.map((address) => hasCode(chainId, address, ask)))
  return found.every(Boolean)
}
