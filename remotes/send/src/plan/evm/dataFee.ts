import { ModalError, type Network } from '@portico/contracts'
import { concatHex, encodeFunctionData, type Hex, parseAbi, toRlp } from 'viem'
import { type Ask, wordOf } from './node.ts'

/** OP Mainnet and Base: what a transaction takes on Ethereum is paid beside its gas. https://docs.optimism.io/stack/transactions/fees */
const WITH_DATA_FEE: readonly number[] = [10, 8453]
const ORACLE = '0x420000000000000000000000000000000000000F'
const oracle = parseAbi(['function getL1Fee(bytes) view returns (uint256)'])

/** It moves with Ethereum until the transaction is carried out. */
const MARGIN_PERCENT = 25n
/** An operation of a smart account has about so many times the bytes of the call that it is for. */
const OPERATION_TIMES = 8n

/** Longer than any that is real: a nonce, a limit of gas and prices for it. */
const NUMBER: Hex = '0xa3f19c5b7d'

export interface DataFeeOf {
  readonly to: string
  readonly value: bigint
  readonly data?: Hex
  readonly isSmartAccount?: boolean | undefined
}

/** EIP-1559, unsigned: the oracle counts the signature itself. */
const written = (chainId: bigint, { to, value, data = '0x' }: DataFeeOf): Hex =>
  concatHex(['0x02', toRlp([bytesOf(chainId), NUMBER, NUMBER, NUMBER, NUMBER, to as Hex, bytesOf(value), data, []])])

/** RLP writes no zero, and no leading one. */
function bytesOf(value: bigint): Hex {
  const text = value === 0n ? '' : value.toString(16)
  return `0x${text.length % 2 ? '0' : ''}${text}`
}

/** Wei that it costs beside the gas, at most; nothing on most networks. @throws ModalError as `askNode`, `service.invalidAnswer` */
export async function dataFee({ id }: Pick<Network, 'id'>, transaction: DataFeeOf, ask: Ask): Promise<bigint> {
  if (!WITH_DATA_FEE.some((one) => String(one) === String(id))) return 0n
  const data = encodeFunctionData({ abi: oracle, args: [written(BigInt(id), transaction)] })
  const fee = wordOf(await ask('eth_call', { to: ORACLE, data }, 'latest'))
  if (fee === undefined) throw new ModalError('service.invalidAnswer')
  return ((fee * (100n + MARGIN_PERCENT)) / 100n) * (transaction.isSmartAccount ? OPERATION_TIMES : 1n)
}
