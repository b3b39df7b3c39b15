import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  isHex,
  parseAbi,
  publicActions,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { DEVELOPMENT_KEYS } from '../wallet/developmentKeys.ts'

/** The Safe on the local chains, owned by account 2 of the development mnemonic (local/chains). */
export const LOCAL_SAFE_ADDRESS: Address = '0x7033354bEb41D69bFA79Ee8455f5Bc75B7A4bb8e'
export const SIGN_MESSAGE_LIB: Address = '0x309C7b0A0D2f250Be322739753386911E1187C4E'

const [, , OWNER_KEY = '0x'] = DEVELOPMENT_KEYS
const SAFE = parseAbi([
  'function nonce() view returns (uint256)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
])
const SIGN_MESSAGE = parseAbi(['function signMessage(bytes data)'])

const SAFE_TX = [
  { type: 'address', name: 'to' },
  { type: 'uint256', name: 'value' },
  { type: 'bytes', name: 'data' },
  { type: 'uint8', name: 'operation' },
  { type: 'uint256', name: 'safeTxGas' },
  { type: 'uint256', name: 'baseGas' },
  { type: 'uint256', name: 'gasPrice' },
  { type: 'address', name: 'gasToken' },
  { type: 'address', name: 'refundReceiver' },
  { type: 'uint256', name: 'nonce' },
] as const

/** A transaction; its statuses are those of the Safe's own interface (`txStatus`). */
export interface Tracked {
  readonly txStatus: 'AWAITING_EXECUTION' | 'FAILED' | 'SUCCESS'
  readonly txHash: Hex | null
}

interface Request {
  readonly to: Address
  readonly value?: string
  readonly data?: Hex
}

type TypedData = Parameters<typeof hashTypedData>[0]

/** The Safe's owner: signs with a real key and executes on the real contract. */
export function createLocalSafe({ chainId, rpcUrl }: { chainId: number; rpcUrl: string }) {
  const owner = privateKeyToAccount(OWNER_KEY)
  const chain = { id: chainId, name: '', nativeCurrency: { name: '', symbol: '', decimals: 18 }, rpcUrls: {} as never }
  const client = createWalletClient({ account: owner, chain, transport: http(rpcUrl), pollingInterval: 50 }).extend(
    publicActions,
  )
  const domain = { chainId, verifyingContract: LOCAL_SAFE_ADDRESS } as const
  const tracked = new Map<string, Tracked>()

  async function propose({ to, value = '0', data = '0x' }: Request, operation = 0) {
    const nonce = await client.readContract({ abi: SAFE, address: LOCAL_SAFE_ADDRESS, functionName: 'nonce' })
    const message = {
      ...{ to, value: BigInt(value), data, operation, nonce },
      ...{ safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, gasToken: zeroAddress, refundReceiver: zeroAddress },
    }
    const transaction = { domain, types: { SafeTx: SAFE_TX }, primaryType: 'SafeTx', message } as const
    const safeTxHash = hashTypedData(transaction)
    tracked.set(safeTxHash, { txStatus: 'AWAITING_EXECUTION', txHash: null })
    void execute(message, await owner.signTypedData(transaction)).then(
      (txHash) => tracked.set(safeTxHash, { txStatus: 'SUCCESS', txHash }),
      () => tracked.set(safeTxHash, { txStatus: 'FAILED', txHash: null }),
    )
    return { safeTxHash }
  }

  async function execute(transaction: { to: Address; value: bigint; data: Hex; operation: number }, signature: Hex) {
    const { to, value, data, operation } = transaction
    const { transactionHash } = await client.writeContractSync({
      abi: SAFE,
      address: LOCAL_SAFE_ADDRESS,
      functionName: 'execTransaction',
      args: [to, value, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, signature],
    })
    return transactionHash
  }

  /** A Safe's EIP-1271 signature: its owners sign the hash, or the Safe stores it on-chain. */
  async function sign(hash: Hex, isOnChain: boolean) {
    if (isOnChain) {
      const data = encodeFunctionData({ abi: SIGN_MESSAGE, functionName: 'signMessage', args: [hash] })
      return propose({ to: SIGN_MESSAGE_LIB, data }, 1)
    }
    const types = { SafeMessage: [{ type: 'bytes', name: 'message' }] } as const
    const message = { domain, types, primaryType: 'SafeMessage', message: { message: hash } } as const
    return { messageHash: hashTypedData(message), signature: await owner.signTypedData(message) }
  }

  return {
    info: { safeAddress: LOCAL_SAFE_ADDRESS, chainId, threshold: 1, owners: [owner.address], isReadOnly: false },
    propose,
    track: (safeTxHash: string) => tracked.get(safeTxHash),
    signText: (message: string, isOnChain: boolean) =>
      sign(hashMessage(isHex(message) ? { raw: message } : message), isOnChain),
    signTyped: (typedData: TypedData, isOnChain: boolean) => sign(hashTypedData(typedData), isOnChain),
    read: (method: string, params: unknown) => client.request({ method, params } as never),
  }
}
