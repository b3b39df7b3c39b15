import {
  type Abi,
  type Address,
  BaseError,
  type ContractFunctionParameters,
  HttpRequestError,
  type PublicClient,
  TimeoutError,
} from 'viem'

/** Deployed on nearly every chain: https://www.multicall3.com/deployments */
const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

export interface ContractRead {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

const isOfTheLine = (thrown: unknown) =>
  thrown instanceof BaseError &&
  thrown.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null

/**
 * Reads from untrusted contracts, in one call where the chain has Multicall3. A contract that uses up the gas does not
 * affect the others: reads that fail in the common call are repeated one by one.
 * @returns undefined for a contract that does not answer as expected
 * @throws Error of viem if the node does not answer
 */
export async function readContracts(client: PublicClient, reads: readonly ContractRead[]): Promise<readonly unknown[]> {
  if (reads.length === 0) return []
  const together = await client.multicall({
    contracts: reads as readonly ContractFunctionParameters[],
    multicallAddress: MULTICALL3,
    allowFailure: true,
    // All calls go into one batch. The library would limit a batch by bytes of calldata, but nodes limit gas, and there
    // are few calls.
    batchSize: 0,
  })
  const alone = async (read: ContractRead): Promise<unknown> => {
    try {
      return await client.readContract(read)
    } catch (thrown) {
      if (isOfTheLine(thrown)) throw thrown
      return undefined
    }
  }
  return Promise.all(reads.map((read, at) => (together[at]?.status === 'success' ? together[at].result : alone(read))))
}
