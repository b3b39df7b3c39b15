import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import { decodeBase58 } from '@portico/contracts/chains/bytes'
import type { GasPrices } from '@portico/contracts/services/convert'
import { integer, minValue, number, object, pipe, safeParse, string } from 'valibot'
import { ServiceError } from '../../http/errors.ts'
import type { Chains } from '../chains.ts'
import { askChain, unavailable } from './nodeErrors.ts'

/** The base fee rises by at most an eighth per block (EIP-1559), and the price from the node is for the next block. */
const afterAFullBlock = (price: bigint) => (price * 9n + 7n) / 8n

async function evmPrices(chains: Chains, caipNetworkId: CaipNetworkId): Promise<GasPrices> {
  const client = chains.evm(caipNetworkId)
  const standard = await askChain(() => client.getGasPrice(), unavailable)
  const fast = afterAFullBlock(standard)
  return { standard: String(standard), fast: String(fast), instant: String(afterAFullBlock(fast)) }
}

const LatestBlockhash = object({ value: object({ blockhash: string() }) })
const Fee = object({ value: pipe(number(), integer(), minValue(0)) })

/** An empty message with one signature: a header, one account, the blockhash and no instructions. */
const emptyMessage = (blockhash: Uint8Array) =>
  Buffer.concat([Buffer.from([1, 0, 0, 1]), Buffer.alloc(32), blockhash, Buffer.from([0])]).toString('base64')

/** services.md §7.10: all three prices are the fee for one signature. */
async function solanaPrices(chains: Chains, caipNetworkId: CaipNetworkId, signal: AbortSignal): Promise<GasPrices> {
  const commitment = { commitment: 'confirmed' }
  const latest = safeParse(LatestBlockhash, await chains.ask(caipNetworkId, 'getLatestBlockhash', [commitment], signal))
  const blockhash = latest.success ? decodeBase58(latest.output.value.blockhash) : undefined
  if (blockhash?.length !== 32) return unavailable()
  const params = [emptyMessage(blockhash), commitment]
  const fee = safeParse(Fee, await chains.ask(caipNetworkId, 'getFeeForMessage', params, signal))
  if (!fee.success) return unavailable()
  const lamports = String(fee.output.value)
  return { standard: lamports, fast: lamports, instant: lamports }
}

/** Reads the gas prices from the network's node. @throws ServiceError `chain.unsupported`, `upstream.unavailable` */
export async function readGasPrices(
  chains: Chains,
  caipNetworkId: CaipNetworkId,
  signal: AbortSignal,
): Promise<GasPrices> {
  const { namespace } = parseCaipNetworkId(caipNetworkId)
  if (namespace === 'eip155') return evmPrices(chains, caipNetworkId)
  if (namespace === 'solana') return solanaPrices(chains, caipNetworkId, signal)
  throw new ServiceError('chain.unsupported')
}
