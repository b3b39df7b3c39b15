import { type Address, createClient, custom, type Hex, http } from 'viem'
import { verifyMessage } from 'viem/actions'

const TIMEOUT_MS = 10_000
/** Errors that mean the node did not answer; any other error is an answer about the signature. */
const OUTAGES = ['HttpRequestError', 'TimeoutError', 'LimitExceededRpcError', 'InternalRpcError']

/**
 * ERC-1271, and ERC-6492 for an account that is not deployed yet. Undefined if the node could not be asked: viem would
 * answer "no", and an outage would end the session.
 */
export async function verifyContractAccount(
  rpcUrl: string,
  signed: { address: Address; message: string; signature: Hex },
): Promise<boolean | undefined> {
  let isOut = false
  const node = http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 1 })({})
  const request = (call: Parameters<typeof node.request>[0]) =>
    node.request(call).catch((error: unknown) => {
      isOut ||= error instanceof Error && OUTAGES.includes(error.name)
      throw error
    })
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  const isValid = await verifyMessage(client, signed).catch(() => false)
  return isValid || (isOut ? undefined : false)
}
