import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { Refused } from '../messages/channel.ts'
import type { BatchIds, SentBatch } from '../smartAccount/batchIds.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import type { AskNode } from './jsonRpc.ts'

/** EIP-5792: 100 means pending, 200 confirmed, 500 reverted as a whole. */
const [PENDING, CONFIRMED, REVERTED] = [100, 200, 500]
const [SUCCEEDED, FAILED] = ['0x1', '0x0']

interface Found {
  readonly status: typeof PENDING | typeof CONFIRMED | typeof REVERTED
  readonly receipts: readonly Json[]
}
const WAITS: Found = { status: PENDING, receipts: [] }

async function ofOperation({ chainId, hash }: SentBatch, smart: SmartAccounts | undefined): Promise<Found> {
  const found = await smart?.receipt(chainId, hash)
  if (!found) return WAITS
  const { success, logs, receipt } = found
  const whole = { ...receipt, logs: logs as Json[], status: success ? SUCCEEDED : FAILED }
  return { status: success ? CONFIRMED : REVERTED, receipts: [whole] }
}

async function ofTransaction({ chainId, hash }: SentBatch, ask: AskNode): Promise<Found> {
  const found = await ask(`eip155:${chainId}`, 'eth_getTransactionReceipt', [hash])
  if (!isRecord(found)) return WAITS
  const {
    blockHash = null,
    blockNumber = null,
    gasUsed = null,
    transactionHash = null,
    logs = [],
    status = null,
  } = found
  const receipt = { blockHash, blockNumber, gasUsed, transactionHash, logs, status }
  return { status: status === FAILED ? REVERTED : CONFIRMED, receipts: [receipt] }
}

interface StatusParts {
  readonly ask: AskNode
  readonly smart?: SmartAccounts
  readonly batchIds: BatchIds
}

/** Answers `wallet_getCallsStatus` (EIP-5792). @throws Refused `batchUnknown` */
export async function callsStatus(params: Json, origin: string, parts: StatusParts): Promise<Json> {
  const [id] = Array.isArray(params) ? params : []
  const sent = typeof id === 'string' ? await parts.batchIds.find(origin, id) : undefined
  if (!sent) throw new Refused('batchUnknown')
  const found = await (sent.kind === 'operation' ? ofOperation(sent, parts.smart) : ofTransaction(sent, parts.ask))
  return { version: '2.0.0', id: String(id), chainId: `0x${sent.chainId.toString(16)}`, atomic: true, ...found }
}
