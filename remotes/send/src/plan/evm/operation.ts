import type { EvmNode } from '@portico/contracts/chains/evm/node'

/**
 * Maximum gas of a smart account's operation (ERC-4337) beyond its call: signature check, entry point, module, and the
 * bundler's own transaction. The wallet shows the exact number before it signs.
 */
const OPERATION_GAS = 350_000n
/** The first operation deploys the account (decision 0024). */
const DEPLOYMENT_GAS = 450_000n

/** Zero for an account that is a plain key. */
export async function operationGas(
  { from, isSmartAccount = false }: { readonly from: string; readonly isSmartAccount?: boolean | undefined },
  node: Pick<EvmNode, 'ask'>,
): Promise<bigint> {
  if (!isSmartAccount) return 0n
  const code = await node.ask('eth_getCode', from, 'latest')
  return code === '0x' ? OPERATION_GAS + DEPLOYMENT_GAS : OPERATION_GAS
}
