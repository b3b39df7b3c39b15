import type { CaipNetworkId } from '@portico/contracts'
import { type Address, isAddressEqual, type PublicClient, parseAbi } from 'viem'
import { ServiceError } from '../../../http/errors.ts'
import { badCursor } from '../../cursor.ts'
import type { Parts } from '../../parts.ts'
import type { Describe } from '../createDescriptions.ts'
import { fillPage } from '../fillPage.ts'
import type { FoundNft, ReadNfts } from '../nft.ts'
import { byAge, followReceived, type Received, WINDOW_BLOCKS } from './followReceived.ts'
import { type ContractRead, readContracts } from './readContracts.ts'

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
  'function name() view returns (string)',
])

const holdingOf = ({ standard, contract: address, id }: Received, owner: Address): ContractRead =>
  standard === 'ERC-721'
    ? { address, abi, functionName: 'ownerOf', args: [id] }
    : { address, abi, functionName: 'balanceOf', args: [owner, id] }

const isHeld = (answer: unknown, owner: Address) =>
  typeof answer === 'bigint' ? answer > 0n : typeof answer === 'string' && isAddressEqual(answer as Address, owner)

/** The amount of an ERC-1155 token. For ERC-721, the answer is the owner, and there is no amount. */
const amountOf = (answer: unknown) => (typeof answer === 'bigint' ? answer.toString() : undefined)

const describedBy = ({ standard, contract: address, id }: Received): ContractRead => ({
  address,
  abi,
  functionName: standard === 'ERC-721' ? 'tokenURI' : 'uri',
  args: [id],
})

const nameOf = ({ contract: address }: Received): ContractRead => ({ address, abi, functionName: 'name', args: [] })

const textOf = (answer: unknown) => (typeof answer === 'string' && answer ? answer : undefined)

/** In EIP-1155, one address serves all tokens, with the id as 64 hexadecimal digits. */
const withId = (address: string, id: bigint) => address.replaceAll('{id}', id.toString(16).padStart(64, '0'))

const CURSOR = /^(\d{1,20})-(\d{1,9})-(\d{1,9})$/
const writeCursor = ({ blockNumber, logIndex, order }: Received) => `${blockNumber}-${logIndex}-${order}`

function after(cursor: string | undefined): (received: Received) => boolean {
  if (cursor === undefined) return () => true
  const [, block, logIndex, order] = CURSOR.exec(cursor) ?? []
  if (!block) throw badCursor()
  const begin = { blockNumber: BigInt(block), logIndex: Number(logIndex), order: Number(order) } as Received
  return (received) => byAge(begin, received) < 0
}

async function readHeld(
  client: PublicClient,
  owner: Address,
  some: readonly Received[],
  describe: Describe,
  signal?: AbortSignal,
) {
  const answers = await readContracts(
    client,
    some.map((one) => holdingOf(one, owner)),
  )
  const held = some.filter((_, at) => isHeld(answers[at], owner))
  const amounts = new Map(some.map((one, at) => [one, amountOf(answers[at])]))
  const texts = await readContracts(
    client,
    held.flatMap((one) => [describedBy(one), nameOf(one)]),
  )
  const found = await Promise.all(
    held.map(async (one, at): Promise<readonly [Received, FoundNft]> => {
      const where = textOf(texts[2 * at])
      const said = where ? await describe(withId(where, one.id), signal) : {}
      const collection = textOf(texts[2 * at + 1])
      return [one, { ...said, contract: one.contract, id: one.id.toString(), collection, amount: amounts.get(one) }]
    }),
  )
  const byReceived = new Map(found)
  return some.map((one) => byReceived.get(one))
}

/**
 * Reads from a node's logs which tokens an owner has received, and asks the contracts which of these tokens the owner
 * still holds. The newest token comes first. For local chains only: a public chain has too many blocks, and without an
 * explorer the result is `chain.unsupported`.
 */
export function evmNfts({ chains }: Pick<Parts, 'chains'>, describe: Describe, windowBlocks = WINDOW_BLOCKS): ReadNfts {
  const followers = new Map<CaipNetworkId, ReturnType<typeof followReceived>>()

  return async (caipNetworkId, address, cursor, signal) => {
    const client = chains.evm(caipNetworkId)
    const isLeft = after(cursor)
    const owner = address as Address
    const follow = followers.get(caipNetworkId) ?? followReceived(client, windowBlocks)
    followers.set(caipNetworkId, follow)
    try {
      const received = (await follow(owner)).filter(isLeft).sort(byAge)
      const { found, last } = await fillPage(received, (some) => readHeld(client, owner, some, describe, signal))
      return { nfts: found, next: last && writeCursor(last) }
    } catch (thrown) {
      throw thrown instanceof ServiceError ? thrown : new ServiceError('upstream.unavailable')
    }
  }
}
