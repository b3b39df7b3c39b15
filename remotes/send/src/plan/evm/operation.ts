import type { EvmNode } from '@portico/contracts/chains/evm/node'

/**
 * Gas that an operation of a smart account (ERC-4337) takes beside its call, at most: checking the signature, the way through
 * the entry point and the module, the bundler's own transaction. Its wallet shows the exact number before it signs.
 */
const OPERATION_GAS = 350_000n
/** The first one puts the account there (decision 0024). */
const DEPLOYMENT_GAS = 450_000n

/** Nothing for an account of a key. */
export async function operationGas(
  { from, isSmartAccount = false }: { readonly from: string; readonly isSmartAccount?: boolean | undefined },
  node: Pick<EvmNode, 'ask'>,
): Promise<bigint> {
  if (!isSmartAccount) return 0n
  const code = await node.ask('eth_getCode', from, 'latest')
  return code === '0x' ? OPERATION_GAS + DEPLOYMENT_GAS : OPERATION_GAS
}
