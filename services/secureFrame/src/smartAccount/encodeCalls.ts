import { concatHex, encodeFunctionData, type Hex, numberToHex, parseAbi, size } from 'viem'
import { SAFE } from './contracts.ts'
import type { SmartCall } from './operation.ts'

const moduleAbi = parseAbi([
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
])
const multiSendAbi = parseAbi(['function multiSend(bytes transactions) payable'])

const CALL = 0
const DELEGATE_CALL = 1

/** The format of `MultiSendCallOnly`: operation, address, value, length, data. */
const packed = ({ to, value = 0n, data = '0x' }: SmartCall): Hex =>
  concatHex([
    numberToHex(CALL, { size: 1 }),
    to,
    numberToHex(value, { size: 32 }),
    numberToHex(size(data), { size: 32 }),
    data,
  ])

const execute = (to: Hex, value: bigint, data: Hex, operation: number): Hex =>
  encodeFunctionData({
    abi: moduleAbi,
    functionName: 'executeUserOpWithErrorString',
    args: [to, value, data, operation],
  })

/** The account's calldata: one call directly, several through `MultiSendCallOnly`, which makes all of them or none. */
export function encodeCalls(calls: readonly SmartCall[]): Hex {
  const [only] = calls
  if (only && calls.length === 1) return execute(only.to, only.value ?? 0n, only.data ?? '0x', CALL)
  const transactions = concatHex(calls.map(packed))
  const data = encodeFunctionData({ abi: multiSendAbi, functionName: 'multiSend', args: [transactions] })
  return execute(SAFE.multiSendCallOnly, 0n, data, DELEGATE_CALL)
}
