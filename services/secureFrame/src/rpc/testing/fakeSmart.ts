import type { Hex } from '@portico/contracts/preview'
import type { OperationReceipt, SmartAccounts } from '../../smartAccount/createSmartAccounts.ts'
import type { Operation, SmartCall } from '../../smartAccount/operation.ts'
import { safeAddress } from '../../smartAccount/safeAddress.ts'

export const OPERATION_HASH: Hex = `0x${'0b'.repeat(32)}`
const MINED_HASH: Hex = `0x${'0c'.repeat(32)}`
/** The maximum fee, in wei. */
export const FEE = 3_000_000_000_000_000n

export const receiptOf = (success = true): OperationReceipt => ({
  success,
  sender: '0x',
  logs: [],
  receipt: { transactionHash: MINED_HASH, blockHash: MINED_HASH, blockNumber: '0x7', gasUsed: '0x5208' },
})

const encoded = (calls: readonly SmartCall[]): Hex =>
  `0x${Buffer.from(calls.map(({ to, value = 0n, data = '0x' }) => `${to} ${value} ${data}`).join()).toString('hex')}`

/** Smart accounts on each network of `on`. Calls of their methods are recorded. */
export function createFakeSmart(change: Partial<SmartAccounts> & { on?: readonly number[] } = {}) {
  const { on = [1], ...rest } = change
  const sent: { readonly owner: string; readonly operation: Operation }[] = []
  const requests: unknown[] = []
  const smart: SmartAccounts = {
    addressOf: safeAddress,
    networks: async () => on,
    isOn: async (chainId) => on.includes(chainId),
    isDeployed: async () => false,
    signHash: async (owner, chainId, hash) => {
      requests.push(['signHash', owner, chainId, hash])
      return `0x${'5e'.repeat(65)}`
    },
    callData: async (calls) => encoded(calls),
    async prepare(owner, chainId, calls) {
      const gas = { callGasLimit: '0x1', verificationGasLimit: '0x1', preVerificationGas: '0x1' } as const
      const operation = {
        sender: safeAddress(owner),
        nonce: '0x0',
        callData: encoded(calls),
        ...gas,
        maxFeePerGas: '0x1',
        maxPriorityFeePerGas: '0x1',
      } as const
      return { chainId, owner, operation, feeMax: FEE, isDeployment: true }
    },
    async send({ owner, operation }) {
      sent.push({ owner, operation })
      return OPERATION_HASH
    },
    receipt: async () => receiptOf(),
    async ask(chainId, method, params) {
      requests.push([chainId, method, params])
      return null
    },
    ...rest,
  }
  return { smart, sent, requests, mined: MINED_HASH }
}
