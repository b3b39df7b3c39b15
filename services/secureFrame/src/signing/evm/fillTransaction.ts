import { parseCaipNetworkId } from '@portico/contracts'
import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { type Hex, readQuantity, readTransaction, toQuantity } from '@portico/contracts/preview'
import { Refused } from '../../messages/channel.ts'
import type { AskNode } from '../../rpc/jsonRpc.ts'
import type { RpcRequest } from '../../rpc/readRequest.ts'
import { nullIfRefused } from '../../rpc/refuse.ts'
import { isSameAddress } from '../isSameAddress.ts'

/** All signed fields but the nonce, with quantities in hexadecimal. A fee that the site proposes is ignored. */
export interface FilledTransaction {
  readonly from: string
  readonly to?: Hex
  readonly value: Hex
  readonly data: Hex
  readonly chainId: Hex
  readonly gas: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
  /** Only on a network without EIP-1559. */
  readonly gasPrice?: Hex
}

const NATIVE_TRANSFER_GAS = 21_000n
/** EIP-7825: the limit for one transaction, applied on every network. */
const GAS_MAX = 16_777_216n
/** Used if the gas cannot be estimated because the transaction would fail now. */
const GAS_UNKNOWN = 1_000_000n
/** 1,000,000 gwei. A node that names a higher price is mistaken or lying. */
const PRICE_MAX = 1_000_000_000_000_000n
const GWEI = 1_000_000_000n

const priceWithin = (price: bigint): bigint => {
  if (price > PRICE_MAX) throw new Refused('internal')
  return price
}

/** Fees that allow the base fee to double before the transaction is mined. The excess is not paid. */
async function fees(ask: (method: string, params: unknown) => Promise<Json>, block: Readonly<Record<string, unknown>>) {
  const baseFee = readQuantity(block.baseFeePerGas)
  if (baseFee === undefined) {
    const gasPrice = readQuantity(await ask('eth_gasPrice', []))
    if (gasPrice === undefined) throw new Refused('internal')
    return { gasPrice: toQuantity(priceWithin(gasPrice)) }
  }
  const priority = readQuantity(await ask('eth_maxPriorityFeePerGas', []).catch(nullIfRefused)) ?? GWEI
  return {
    maxFeePerGas: toQuantity(priceWithin(baseFee * 2n + priority)),
    maxPriorityFeePerGas: toQuantity(priority),
  }
}

/**
 * Reads a transaction of `eth_sendTransaction` and fills in what it lacks. The fee always comes from the network, never
 * from the site; the chain id comes from the request.
 * @param account the signing account
 * @throws Refused `invalidRequest`, also for more gas than a block allows and for code to be set for the account
 *   (EIP-7702); `chainUnsupported`
 */
export async function fillTransaction(
  { params, caipNetworkId }: Pick<RpcRequest, 'params' | 'caipNetworkId'>,
  account: string,
  askNode: AskNode,
): Promise<FilledTransaction> {
  const [source] = Array.isArray(params) ? params : []
  const read = readTransaction(source)
  if (!read || !isRecord(source) || read.authorizations.length > 0) throw new Refused('invalidRequest')
  if (read.from !== undefined && !isSameAddress(read.from, account)) throw new Refused('invalidRequest')
  if (source.blobs || source.blobVersionedHashes || source.maxFeePerBlobGas) throw new Refused('invalidRequest')
  const chainId = BigInt(parseCaipNetworkId(caipNetworkId).reference)
  if (read.chainId !== undefined && read.chainId !== chainId) throw new Refused('chainUnsupported')

  const ask = (method: string, parameters: unknown) => askNode(caipNetworkId, method, parameters)
  const call = {
    from: account,
    ...(read.to && { to: read.to }),
    value: toQuantity(read.value),
    data: read.data,
  }
  const block = await ask('eth_getBlockByNumber', ['latest', false])
  if (!isRecord(block)) throw new Refused('internal')
  const blockGas = readQuantity(block.gasLimit) ?? GAS_MAX
  const ceiling = blockGas < GAS_MAX ? blockGas : GAS_MAX

  const proposed = readQuantity(source.gas ?? source.gasLimit)
  if (proposed !== undefined && (proposed > ceiling || proposed < NATIVE_TRANSFER_GAS))
    throw new Refused('invalidRequest')
  const [estimated, price] = await Promise.all([ask('eth_estimateGas', [call]).catch(nullIfRefused), fees(ask, block)])
  return {
    ...call,
    chainId: toQuantity(chainId),
    gas: toQuantity(proposed ?? withRoom(readQuantity(estimated), ceiling)),
    ...price,
  }
}

/** Adds a fifth to the estimate, because the state may change; a plain transfer always needs the same gas. */
function withRoom(estimated: bigint | undefined, ceiling: bigint): bigint {
  if (estimated === undefined) return GAS_UNKNOWN < ceiling ? GAS_UNKNOWN : ceiling
  if (estimated === NATIVE_TRANSFER_GAS) return estimated
  if (estimated > ceiling) throw new Refused('invalidRequest')
  const roomy = (estimated * 12n) / 10n
  return roomy < ceiling ? roomy : ceiling
}
