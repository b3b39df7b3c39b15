import { IntegerText } from '@portico/contracts/services/wireText'
import { fallback, type InferOutput, nullish, number, object, optional, parse, string, union, unknown } from 'valibot'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { EvmAddress, EvmAddressText, LooseText, readAs, someOf } from '../answers.ts'
import { askFirst, askHttp } from '../askHttp.ts'
import { readPart } from '../cursor.ts'
import type { FoundNft, ReadNfts } from './nft.ts'
import { Traits } from './traits.ts'

const Item = object({
  id: IntegerText,
  image_url: LooseText,
  /** The amount of an ERC-1155 token. */
  value: fallback(nullish(IntegerText), undefined),
  token_type: LooseText,
  metadata: fallback(
    nullish(object({ name: LooseText, image: LooseText, description: LooseText, attributes: optional(unknown()) })),
    undefined,
  ),
  token: object({
    address_hash: optional(EvmAddress),
    /** The name of `address_hash` before version 7. */
    address: optional(EvmAddress),
    name: LooseText,
    reputation: LooseText,
  }),
})

/** Where the explorer's next page starts. Only these fields are sent back: older versions add the request's key. */
const NextPage = object({
  token_contract_address_hash: EvmAddressText,
  token_id: IntegerText,
  token_type: string(),
  items_count: optional(union([number(), string()])),
})

const Answer = object({ items: someOf(Item), next_page_params: fallback(nullish(NextPage), undefined) })

const TYPES = 'ERC-721,ERC-404,ERC-1155'

const writeCursor = (next: InferOutput<typeof NextPage>) => Buffer.from(JSON.stringify(next)).toString('base64url')

function readCursor(cursor: string | undefined): Readonly<Record<string, string>> {
  if (cursor === undefined) return {}
  const next = readPart(NextPage, Buffer.from(cursor, 'base64url').toString())
  return Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)]))
}

function toNfts({ id, image_url, metadata, token, token_type, value }: InferOutput<typeof Item>): readonly FoundNft[] {
  const contract = token.address_hash ?? token.address
  if (!contract) return []
  return [
    {
      contract,
      id,
      name: metadata?.name ?? undefined,
      collection: token.name ?? undefined,
      amount: (token_type === 'ERC-1155' && value) || undefined,
      description: metadata?.description ?? undefined,
      traits: parse(Traits, metadata?.attributes),
      image: image_url || metadata?.image || undefined,
      // `ok`, or absent if the explorer does not rate tokens.
      isFlagged: (token.reputation ?? 'ok') !== 'ok',
    },
  ]
}

/** Blockscout's status for an address that it has never seen. */
const UNKNOWN = 404

/**
 * Queries an explorer compatible with Blockscout's REST API 2.
 * https://docs.blockscout.com/api-reference/get-list-of-nft-owned-by-address
 * @param upstreams the URLs, including `/api/v2` and the query with the key
 */
export const blockscoutNfts =
  (upstreams: UpstreamList, waitMs?: number): ReadNfts =>
  async (caipNetworkId, address, cursor, signal) => {
    const query = { type: TYPES, ...readCursor(cursor) }
    const { items, next_page_params: next } = await askFirst(upstreams, caipNetworkId, async (base) => {
      const { body: answer } = await askHttp(base, `/addresses/${address}/nft`, {
        query,
        expected: [UNKNOWN],
        waitMs,
        signal,
      })
      return answer === undefined ? { items: [], next_page_params: undefined } : readAs(Answer, answer)
    })
    return { nfts: items.flatMap(toNfts), next: next ? writeCursor(next) : undefined }
  }
