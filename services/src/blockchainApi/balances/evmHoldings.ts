import { type Address, type ContractFunctionParameters, type PublicClient, parseAbi } from 'viem'
import { ServiceError } from '../../http/errors.ts'
import type { Parts } from '../parts.ts'
import type { KnownToken } from '../tokenDirectory.ts'
import type { Holding, ReadHoldings } from './holding.ts'
import { nativeCoin } from './nativeCoin.ts'

/** Deployed on nearly every chain: https://www.multicall3.com/deployments */
const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function getEthBalance(address owner) view returns (uint256)',
])

/** An owner's balances of the coin and of each token; undefined for a contract that does not answer like a token. */
interface Amounts {
  readonly coin: bigint
  readonly tokens: readonly (bigint | undefined)[]
}

type Read = ContractFunctionParameters<typeof abi, 'view', 'balanceOf' | 'getEthBalance'>

const balanceOf = ({ address }: KnownToken, owner: Address) =>
  ({ address: address as Address, abi, functionName: 'balanceOf', args: [owner] }) as const

/** Reads all balances at the same block height, in one request. @returns undefined if the chain has no Multicall3 */
async function readTogether(client: PublicClient, owner: Address, tokens: readonly KnownToken[]) {
  const contracts: readonly Read[] = [
    { address: MULTICALL3, abi, functionName: 'getEthBalance', args: [owner] },
    ...tokens.map((token) => balanceOf(token, owner)),
  ]
  const [first, ...others] = await client.multicall({
    contracts,
    multicallAddress: MULTICALL3,
    allowFailure: true,
    // All calls go into one batch. The library would limit a batch by bytes of calldata, but nodes limit gas, and there
    // are few calls.
    batchSize: 0,
  })
  if (first?.status !== 'success') return undefined
  const amounts: Amounts = { coin: first.result, tokens: others.map(({ result }) => result) }
  return amounts
}

async function readEach(client: PublicClient, owner: Address, tokens: readonly KnownToken[]): Promise<Amounts> {
  // Not caught: if the node is down, there are no balances at all.
  const coin = await client.getBalance({ address: owner })
  const each = await Promise.allSettled(tokens.map((token) => client.readContract(balanceOf(token, owner))))
  return { coin, tokens: each.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) }
}

/** Queries a node for the balances of the coin and of the directory's tokens. */
export const evmHoldings =
  ({ chains, tokens: directory }: Pick<Parts, 'chains' | 'tokens'>): ReadHoldings =>
  async (caipNetworkId, address) => {
    const client = chains.evm(caipNetworkId)
    const tokens = directory.of(caipNetworkId)
    const owner = address as Address
    const amounts = await readTogether(client, owner, tokens)
      .then((together) => together ?? readEach(client, owner, tokens))
      .catch(() => {
        throw new ServiceError('upstream.unavailable')
      })
    const owned = tokens.map((token, index): Holding => ({ ...token, amount: amounts.tokens[index] ?? 0n }))
    return [{ ...nativeCoin(caipNetworkId), amount: amounts.coin }, ...owned.filter(({ amount }) => amount > 0n)]
  }
