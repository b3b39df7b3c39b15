import type { Json } from '@portico/contracts/embeddedWallet/json'
import { readTransaction, toQuantity } from '@portico/contracts/preview'
import { Refused } from '../../messages/channel.ts'
import { evmChainId } from '../../rpc/evmChainId.ts'
import { NodeFailure, NodeUnreachable } from '../../rpc/refuse.ts'
import type { SmartAccounts } from '../../smartAccount/createSmartAccounts.ts'
import { isSameAddress } from '../isSameAddress.ts'
import type { Prepared, PrepareOptions } from '../prepared.ts'
import { prepareSmartOperation } from './smartOperation.ts'

/** How long the page waits for the transaction that contains the operation. */
const MINED_MAX_MS = 120_000
const POLL_MS = 1_000

type Receipt = NonNullable<Awaited<ReturnType<SmartAccounts['receipt']>>>

/**
 * Waits for the receipt.
 * @throws Refused `stillPending` if no block contains the operation in time; a later block still may
 */
async function mined(smart: SmartAccounts, chainId: number, hash: `0x${string}`): Promise<Receipt> {
  const endMs = Date.now() + MINED_MAX_MS
  do {
    const found = await smart.receipt(chainId, hash).catch((error: unknown) => {
      // The operation was sent, so keep asking: the bundler may answer later.
      if (error instanceof NodeFailure || error instanceof NodeUnreachable) return undefined
      throw error
    })
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  } while (Date.now() < endMs)
  throw new Refused('stillPending')
}

/**
 * `eth_sendTransaction` of a smart account. The answer is the hash of the transaction that contains the operation.
 * @throws Refused `reverted` if the operation was carried out and has failed
 */
export async function prepareSmartTransaction(options: PrepareOptions): Promise<Prepared> {
  const { request, account, tools } = options
  const [source] = Array.isArray(request.params) ? request.params : []
  const read = readTransaction(source)
  // A smart account creates contracts only by calling another contract.
  if (!read?.to || (read.from !== undefined && !isSameAddress(read.from, account))) throw new Refused('invalidRequest')
  if (read.authorizations.length > 0) throw new Refused('invalidRequest')
  const chainId = BigInt(evmChainId(request.caipNetworkId))
  if (read.chainId !== undefined && read.chainId !== chainId) throw new Refused('chainUnsupported')
  const transaction = {
    from: account,
    to: read.to,
    value: toQuantity(read.value),
    data: read.data,
    chainId: toQuantity(chainId),
  }
  return prepareSmartOperation(options, {
    params: [transaction],
    sources: (params) => (Array.isArray(params) ? params : []) as readonly Json[],
    async answer(hash, network) {
      if (!tools.smart) throw new Refused('internal')
      const { success, receipt } = await mined(tools.smart, network, hash)
      // The transaction succeeds even if its calls fail, so its hash would be misleading.
      if (!success) throw new Refused('reverted')
      return receipt.transactionHash
    },
  })
}
