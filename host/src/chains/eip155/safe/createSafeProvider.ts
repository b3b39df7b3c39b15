import type { Eip1193Provider } from '../provider.ts'
import type { Channel, SafeMethod } from './channel.ts'
import { isSignature, readSigned, type SafeInfo } from './readAnswers.ts'
import { rpcError } from './rpcError.ts'
import { ANSWER_LIMIT_MS, executed, poll, transactionOf, tryToAsk } from './transactions.ts'

type Params = readonly unknown[]

const isSame = (a: unknown, b: string) => typeof a === 'string' && a.toLowerCase() === b.toLowerCase()

/** Read requests. The remaining `eth_sign…` methods request a signature without saying enough about its content. */
const READS = /^(eth_(?!sign)|net_|web3_)/

/** A message in hexadecimal, passed on unchanged: the interface parses it. @throws an error with the code -32602 */
function textOf(value: unknown): string {
  if (typeof value !== 'string') throw rpcError('invalidParams', 'The message is no text.')
  return value
}

/** EIP-712 data, given as text or object. @throws an error with the code -32602 */
function typedDataOf(value: unknown): unknown {
  try {
    const data = typeof value === 'string' ? JSON.parse(value) : value
    if (typeof data === 'object' && data !== null && 'domain' in data && 'types' in data && 'message' in data)
      return data
  } catch {
    // Not JSON.
  }
  throw rpcError('invalidParams', 'The typed data cannot be read.')
}

/** A Safe takes decimal amounts and needs a recipient: it cannot create contracts. @throws an error with code -32602 */
function transactionFor(safeAddress: string, request: unknown) {
  const { from, to, value, data, input } = (request ?? {}) as Readonly<Record<string, unknown>>
  if (from !== undefined && !isSame(from, safeAddress)) throw rpcError('invalidParams', 'The Safe sends its own only.')
  if (typeof to !== 'string') throw rpcError('invalidParams', 'A Safe needs someone to send to.')
  try {
    return { to, value: BigInt((value as string | undefined) ?? 0).toString(), data: data ?? input ?? '0x' }
  } catch {
    throw rpcError('invalidParams', 'The value is no amount.')
  }
}

/**
 * EIP-1193 over the window of a Safe's interface. There are no events: the interface reloads this page when the visitor
 * chooses another Safe. Two things differ from all other wallets:
 * - `eth_sendTransaction` resolves with the on-chain hash if the Safe executes within two minutes. Otherwise, and at
 *   once if other owners must agree first, it resolves with the Safe's own hash (`safeTxHash`), by which this provider
 *   later finds transaction and receipt.
 * - A signature follows EIP-1271: those of all owners, or `0x` when the Safe has signed on-chain.
 */
export function createSafeProvider(channel: Channel, { safeAddress, chainId, threshold }: SafeInfo): Eip1193Provider {
  const hexChainId = `0x${chainId.toString(16)}`
  /** Transactions for which the site got the Safe's own hash, because they were not on-chain yet. */
  const pending = new Set<string>()
  let settings: Promise<unknown> | undefined

  const call = async (method: string, params: unknown) =>
    (await channel.ask('rpcCall', { call: method, params }, { timeoutMs: ANSWER_LIMIT_MS })).data

  /** Off-chain signing is free. An interface or a Safe that does not support it signs on-chain. */
  const preferOffChain = () => {
    settings ??= call('safe_setSettings', [{ offChainSigning: true }]).catch(() => undefined)
    return settings
  }

  async function sign(method: SafeMethod, params: unknown): Promise<string> {
    await preferOffChain()
    const { signature, messageHash, safeTxHash } = readSigned((await channel.ask(method, params)).data)
    if (signature) return signature
    if (messageHash) {
      const collected = await poll(async () => {
        const found = await tryToAsk(channel, 'getOffChainSignature', messageHash)
        return isSignature(found) ? found : undefined
      })
      if (collected) return collected
    }
    if (safeTxHash && (await executed(channel, safeTxHash, threshold))) return '0x'
    throw rpcError('internal', 'The Safe has not signed yet.')
  }

  async function send([request]: Params): Promise<string> {
    // Sent without `gas`, because an estimate for a regular account does not apply to a Safe.
    const params = { txs: [transactionFor(safeAddress, request)], params: {} }
    const { safeTxHash } = readSigned((await channel.ask('sendTransactions', params)).data)
    if (!safeTxHash) throw rpcError('internal', 'The Safe gave no hash.')
    const hash = await executed(channel, safeTxHash, threshold)
    if (hash) return hash
    pending.add(safeTxHash)
    return safeTxHash
  }

  /**
   * If the site asks with the Safe's own hash, the result contains that hash, because some libraries compare the hash
   * in the result with the one that they asked for.
   */
  async function readTransactionOf(method: string, params: Params): Promise<unknown> {
    const [hash, ...rest] = params
    if (typeof hash !== 'string' || !pending.has(hash)) return call(method, params)
    const { txHash } = (await transactionOf(channel, hash)) ?? {}
    if (!txHash) return null
    const found = await call(method, [txHash, ...rest])
    const field = method === 'eth_getTransactionReceipt' ? 'transactionHash' : 'hash'
    return typeof found === 'object' && found !== null ? { ...found, [field]: hash } : found
  }

  function own(address: unknown): void {
    if (!isSame(address, safeAddress)) throw rpcError('invalidParams', 'The Safe signs for itself only.')
  }

  async function answer(method: string, params: Params): Promise<unknown> {
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [safeAddress]
      case 'eth_chainId':
        return hexChainId
      case 'net_version':
        return String(chainId)
      case 'personal_sign':
        own(params[1])
        return sign('signMessage', { message: textOf(params[0]) })
      case 'eth_signTypedData_v4':
        own(params[0])
        return sign('signTypedMessage', { typedData: typedDataOf(params[1]) })
      case 'eth_sendTransaction':
        return send(params)
      case 'eth_getTransactionByHash':
      case 'eth_getTransactionReceipt':
        return readTransactionOf(method, params)
      case 'wallet_switchEthereumChain':
        if (isSame((params[0] as { chainId?: unknown } | undefined)?.chainId, hexChainId)) return null
        throw rpcError(
          'unknownChain',
          `This Safe is on chain ${chainId}. Open one of the other network in the Safe app.`,
        )
      default:
        if (READS.test(method)) return call(method, params)
        throw rpcError('unsupportedMethod', `A Safe does not support ${method}.`)
    }
  }

  return {
    request: async ({ method, params }) => answer(method, Array.isArray(params) ? params : []),
    on: () => {},
    removeListener: () => {},
  }
}
