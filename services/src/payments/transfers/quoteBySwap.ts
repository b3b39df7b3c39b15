import type { EvmTransferTransaction, TransferQuote, TransferStep } from '@portico/contracts/services/payments'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { deadlineAfter, routesBetween } from '../../blockchainApi/convert/findBestRoute.ts'
import { askChain } from '../../blockchainApi/convert/nodeErrors.ts'
import type { Parts } from '../../blockchainApi/parts.ts'
import type { Pools } from '../../blockchainApi/pools/createPools.ts'
import type { NetworkPools } from '../../blockchainApi/pools/networkPools.ts'
import { exactOutputAbi } from '../../blockchainApi/pools/poolAbis.ts'
import { readToken } from '../../blockchainApi/pools/readToken.ts'
import { ServiceError } from '../../http/errors.ts'
import { findAsset, type PayableAsset, writeAsset } from '../payableAsset.ts'
import { encodeExactOutput } from './exactOutput.ts'
import type { Transfer } from './readTransfer.ts'
import { writeRequestId } from './requestId.ts'

const BPS = 10_000n
/** How far the price may rise before the payment is executed. */
const SLIPPAGE_BPS = 100n
/** For tokens without custom logic. Includes the extra writes of the first swap that a pool executes in a second. */
const GAS_OF_A_SWAP = 150_000n
const GAS_OF_A_POOL = 150_000n
/** An estimate for any network: one or two blocks of a slow network. */
const SECONDS_OF_A_TRANSACTION = 15

/** A payment within a network that has pools, with its payer. */
export interface SwapTransfer extends Transfer {
  readonly user: string
}

interface Price {
  readonly path: readonly Address[]
  readonly expected: bigint
}

const noRoute = (): never => {
  throw new ServiceError('payments.noRoute')
}
const unsupported = (): never => {
  throw new ServiceError('payments.unsupported')
}

/** The maximum payment, rounded up. */
export const mostOf = (expected: bigint): bigint => (expected * (BPS + SLIPPAGE_BPS) + BPS - 1n) / BPS

/** The cheapest route. @throws ServiceError `payments.noRoute`, `upstream.unavailable` */
async function findPrice(network: NetworkPools, { origin, destination, amount }: Transfer): Promise<Price> {
  const { client, router } = network
  async function priceOf(path: readonly Address[]): Promise<Price[]> {
    const args = [amount, path] as const
    const amounts = await askChain(
      () => client.readContract({ abi: exactOutputAbi, address: router, functionName: 'getAmountsIn', args }),
      () => [], // The pools' reserves are too small.
    )
    return amounts[0] ? [{ path, expected: amounts[0] }] : []
  }
  const routes = await routesBetween(network, origin.address as Address, destination.address as Address)
  const prices = (await Promise.all(routes.map(({ path }) => priceOf(path)))).flat()
  const [cheapest] = prices.sort((one, other) => (one.expected < other.expected ? -1 : 1))
  return cheapest ?? noRoute()
}

/**
 * A payment through the pools of its network, as transactions of the payer: an approval of the maximum payment if
 * needed, and a swap that sends exactly `amount` to the recipient. All of this can be read from the calls.
 * @throws ServiceError `payments.noRoute`, `payments.unsupported`, `upstream.unavailable`
 */
export async function quoteBySwap(
  { pools, tokens }: { readonly pools: Pools } & Pick<Parts, 'tokens'>,
  transfer: SwapTransfer,
  here: string,
): Promise<TransferQuote> {
  const { origin, destination, amount } = transfer
  const { caipNetworkId } = origin
  const network = pools.of(caipNetworkId)
  const { client, router } = network
  const [payer, recipient] = [transfer.user as Address, transfer.recipient as Address]

  const listed = (address: string | undefined) =>
    findAsset(tokens, { network: caipNetworkId, asset: address ?? 'native' })
  // Some tokens keep a part of each transfer, so the received token must be one that the operator has listed.
  const target = listed(destination.address) ?? unsupported()
  const readPaid = async (address: Address): Promise<PayableAsset> => ({
    caipNetworkId,
    token: address,
    ...(await askChain(() => readToken(client, address), unsupported)),
  })
  const paid = listed(origin.address) ?? (await readPaid(origin.address as Address))

  const { path, expected } = await findPrice(network, transfer)
  const most = mostOf(expected)
  const token = origin.address as Address | undefined
  const [block, allowed] = await askChain(
    () =>
      Promise.all([
        client.getBlock(),
        token === undefined
          ? most
          : client.readContract({ abi: erc20Abi, address: token, functionName: 'allowance', args: [payer, router] }),
      ]),
    unsupported,
  )
  const deadline = deadlineAfter(block.timestamp)
  const to = destination.address as Address | undefined
  const data = encodeExactOutput({ from: token, to, path, amount, most, recipient, deadline })
  const requestId = writeRequestId({ caipNetworkId, block: block.number, payer, data })

  const stepOf = (address: Address, call: Hex, value: bigint, gas?: bigint): TransferStep => ({
    type: 'transaction',
    requestId,
    transaction: {
      network: caipNetworkId,
      from: payer,
      to: address,
      data: call,
      value: String(value),
      ...(gas !== undefined && { gas: String(gas) }),
    } satisfies EvmTransferTransaction,
  })
  const gas = GAS_OF_A_SWAP + GAS_OF_A_POOL * BigInt(path.length - 1)
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, most] })
  const steps = [
    ...(token !== undefined && allowed < most ? [stepOf(token, approval, 0n)] : []),
    stepOf(router, data, token === undefined ? most : 0n, gas),
  ]
  return {
    origin: { amount: String(most), currency: writeAsset(paid, here), expected: String(expected) },
    destination: { amount: String(amount), currency: writeAsset(target, here) },
    fees: [],
    steps,
    timeInSeconds: steps.length * SECONDS_OF_A_TRANSACTION,
  }
}
