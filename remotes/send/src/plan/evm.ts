import { encodeFunctionData, erc20Abi } from 'viem'
import { checkToken } from './evm/checkToken.ts'
import { dataFee } from './evm/dataFee.ts'
import { type Ask, asker, hex, quantity } from './evm/node.ts'
import { operationGas } from './evm/operation.ts'
import type { SendFamily, Transfer } from './plan.ts'

/** chains.md §6.1: enough for an account, and for the contracts that most receivers are. */
const TRANSFER_GAS = 65_000n
/** What a wallet adds to its own estimate is at most this part more. */
const GAS_MARGIN_PERCENT = 25n
/** zkSync: a transfer takes several times the usual gas there, and the more the dearer Ethereum is. */
const WITH_GAS_OF_THEIR_OWN: readonly string[] = ['324', '300']

/** Wei for a unit of gas that wallets offer at most: twice the base fee and a tip (EIP-1559), or the node's own price. */
async function priceOf(ask: Ask): Promise<bigint> {
  const [block, price] = await Promise.all([ask('eth_getBlockByNumber', 'latest', false), ask('eth_gasPrice')])
  const base = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
  const now = quantity(price)
  if (base === undefined || base === null) return now
  const perGas = quantity(base)
  // The node's price is the base fee and a tip.
  return now > perGas ? now + perGas : perGas * 2n
}

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

/** What a transfer takes at the very least; one of a token is more than one of the coin. */
const leastGas = ({ token }: Transfer) => (token.address === undefined ? 21_000n : TRANSFER_GAS)

/** Wei that have to stay for the fee of a transfer of the coin. */
async function keptBack(
  { network, from, to = from, amount, isSmartAccount }: Parameters<SendFamily['most']>[0],
  ask: Ask,
): Promise<bigint> {
  // A receiver that is a contract may take more.
  const estimated = async () => {
    const gas = quantity(await ask('eth_estimateGas', { from, to, value: '0x0' }))
    return (gas * (100n + GAS_MARGIN_PERCENT)) / 100n
  }
  const [price, gas, ofOperation, ofData] = await Promise.all([
    priceOf(ask),
    estimated().catch((error: unknown) => {
      if (WITH_GAS_OF_THEIR_OWN.includes(String(network.id))) throw error
      return TRANSFER_GAS
    }),
    operationGas({ from, isSmartAccount }, ask),
    dataFee(network, { to, value: amount, isSmartAccount }, ask),
  ])
  return ((gas > TRANSFER_GAS ? gas : TRANSFER_GAS) + ofOperation) * price + ofData
}

export const evm: SendFamily = {
  async plan(transfer, asking, signal) {
    const { network, isSmartAccount } = transfer
    const { caipNetworkId } = network
    const ask = asker(asking, caipNetworkId, signal)
    const call = callOf(transfer)
    const [gas, price, there, ofOperation, ofData] = await Promise.all([
      ask('eth_estimateGas', { ...call, value: hex(call.value) }).catch((error: unknown) => ({ error })),
      priceOf(ask),
      ask('eth_getBalance', call.from, 'latest').then(quantity),
      operationGas(transfer, ask),
      dataFee(network, { ...call, isSmartAccount }, ask),
      checkToken(transfer, ask),
    ])
    const isRefused = typeof gas === 'object' && gas !== null && 'error' in gas
    const fee = ((isRefused ? leastGas(transfer) : quantity(gas)) + ofOperation) * price + ofData
    // A node that estimates with a price refuses what cannot be paid, each in its own words.
    if (there < call.value + fee) return { fee, notes: [], obstacle: { type: 'short' } }
    if (isRefused) throw gas.error
    return { request: { namespace: 'eip155', caipNetworkId, ...call }, fee, notes: [] }
  },
  async most(transfer, asking, signal) {
    const { network, from, token, amount } = transfer
    if (token.address !== undefined) return amount
    const ask = asker(asking, network.caipNetworkId, signal)
    // What is known of the account may be half a minute old, and more may have gone since.
    const [kept, there] = await Promise.all([
      keptBack(transfer, ask),
      ask('eth_getBalance', from, 'latest').then(quantity),
    ])
    if (there <= kept || amount <= kept) return 0n
    return there < amount ? there - kept : amount - kept
  },
}
