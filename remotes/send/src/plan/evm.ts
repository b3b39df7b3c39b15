import { dataFee } from '@portico/contracts/chains/evm/dataFee'
import { type EvmNode, evmNode, withGasMargin } from '@portico/contracts/chains/evm/node'
import { encodeFunctionData, erc20Abi } from 'viem'
import { checkToken } from './evm/checkToken.ts'
import { operationGas } from './evm/operation.ts'
import type { SendFamily, Transfer } from './plan.ts'

/** chains.md §6.1: enough for a transfer to an account and to most receiving contracts. */
const TRANSFER_GAS = 65_000n
/** zkSync: transfers need several times the usual gas, rising with Ethereum's gas price. */
const WITH_GAS_OF_THEIR_OWN: readonly string[] = ['324', '300']

function callOf({ from, to, token, amount }: Transfer) {
  if (token.address === undefined) return { from, to, value: amount }
  const args = [to as `0x${string}`, amount] as const
  return {
    from,
    to: token.address,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
  }
}

/** The minimum gas of a transfer; a token needs more than the coin. */
const leastGas = ({ token }: Transfer) => (token.address === undefined ? 21_000n : TRANSFER_GAS)

/** Wei to keep for the fee of a coin transfer. */
async function keptBack(
  { network, from, to = from, amount, isSmartAccount }: Parameters<SendFamily['most']>[0],
  node: EvmNode,
): Promise<bigint> {
  const [price, gas, ofOperation, ofData] = await Promise.all([
    node.gasPrice(),
    // A receiving contract may need more.
    node.gas({ from, to, value: 0n }).then(withGasMargin, (error: unknown) => {
      if (WITH_GAS_OF_THEIR_OWN.includes(String(network.id))) throw error
      return TRANSFER_GAS
    }),
    operationGas({ from, isSmartAccount }, node),
    dataFee(network.id, { to, value: amount, isSmartAccount }, node),
  ])
  return ((gas > TRANSFER_GAS ? gas : TRANSFER_GAS) + ofOperation) * price + ofData
}

export const evm: SendFamily = {
  async plan(transfer, asking, signal) {
    const { network, isSmartAccount } = transfer
    const { caipNetworkId } = network
    const node = evmNode(asking, caipNetworkId, signal)
    const call = callOf(transfer)
    const [gas, price, there, ofOperation, ofData] = await Promise.all([
      node.gas(call).catch((error: unknown) => ({ error })),
      node.gasPrice(),
      node.coins(call.from),
      operationGas(transfer, node),
      dataFee(network.id, { ...call, isSmartAccount }, node),
      checkToken(transfer, node),
    ])
    const isRefused = typeof gas === 'object'
    const fee = ((isRefused ? leastGas(transfer) : gas) + ofOperation) * price + ofData
    // Nodes reject an estimate that the account cannot afford, each with its own message.
    if (there < call.value + fee) return { fee, notes: [], obstacle: { type: 'short' } }
    if (isRefused) throw gas.error
    return { request: { namespace: 'eip155', caipNetworkId, ...call }, fee, notes: [] }
  },
  async most(transfer, asking, signal) {
    const { network, from, token, amount } = transfer
    if (token.address !== undefined) return amount
    const node = evmNode(asking, network.caipNetworkId, signal)
    // The known balance may be half a minute old, so the node's is used as well.
    const [kept, there] = await Promise.all([keptBack(transfer, node), node.coins(from)])
    if (there <= kept || amount <= kept) return 0n
    return there < amount ? there - kept : amount - kept
  },
}
