import { listOf } from '@portico/contracts/services/listOf'
import { AddressText } from '@portico/contracts/services/wireText'
import {
  array,
  boolean,
  check,
  fallback,
  type InferOutput,
  nullish,
  object,
  optional,
  parse,
  pipe,
  string,
  unknown,
} from 'valibot'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { LooseText, readAs, someOf } from '../answers.ts'
import { askFirst, askHttp } from '../askHttp.ts'
import { badCursor } from '../cursor.ts'
import { type FoundNft, PAGE_NFTS, type ReadNfts } from './nft.ts'
import { Traits } from './traits.ts'

/** The interfaces of assets that are not single pieces, or that contain others. */
const NO_COLLECTIBLES: readonly string[] = ['FungibleAsset', 'FungibleToken', 'MplCoreCollection']

const Asset = object({
  interface: pipe(
    string(),
    check((name) => !NO_COLLECTIBLES.includes(name)),
  ),
  id: AddressText,
  content: fallback(
    nullish(
      object({
        metadata: fallback(
          nullish(object({ name: LooseText, description: LooseText, attributes: optional(unknown()) })),
          undefined,
        ),
        links: fallback(nullish(object({ image: LooseText })), undefined),
        files: fallback(listOf(object({ uri: string(), mime: LooseText })), []),
      }),
    ),
    undefined,
  ),
  grouping: fallback(listOf(object({ group_key: string(), group_value: AddressText })), []),
  burnt: fallback(nullish(boolean()), undefined),
})

/** The fields that all assets have, including those left out. */
const Any = object({ interface: string(), id: string() })
const Answer = object({ result: object({ items: someOf(Asset, Any) }) })
/** Used to count items before other assets are left out. */
const Counted = object({ result: object({ items: array(unknown()) }) })

function toNft({ id, content, grouping }: InferOutput<typeof Asset>): FoundNft {
  const collection = grouping.find(({ group_key }) => group_key === 'collection')?.group_value
  const file = content?.files.find(({ mime }) => !mime || mime.startsWith('image/'))
  return {
    contract: collection ?? id,
    id,
    name: content?.metadata?.name ?? undefined,
    description: content?.metadata?.description ?? undefined,
    traits: parse(Traits, content?.metadata?.attributes),
    image: content?.links?.image || file?.uri,
  }
}

const PAGE = /^[1-9]\d{0,4}$/

/**
 * Queries a node with Metaplex' Digital Asset Standard: `getAssetsByOwner`, which includes compressed assets.
 * https://www.metaplex.com/docs/dev-tools/das-api/methods/get-assets-by-owner
 * @param upstreams the URLs, including the key
 */
export const dasNfts =
  (upstreams: UpstreamList, waitMs?: number): ReadNfts =>
  async (caipNetworkId, address, cursor = '1', signal) => {
    if (!PAGE.test(cursor)) throw badCursor()
    const page = Number(cursor)
    const params = { ownerAddress: address, page, limit: PAGE_NFTS }
    const body = { jsonrpc: '2.0', id: 1, method: 'getAssetsByOwner', params }
    const { nfts, count } = await askFirst(upstreams, caipNetworkId, async (base) => {
      const { body: answer } = await askHttp(base, '', { body, waitMs, signal })
      const { items } = readAs(Answer, answer).result
      return {
        nfts: items.filter(({ burnt }) => !burnt).map(toNft),
        count: readAs(Counted, answer).result.items.length,
      }
    })
    return { nfts, next: count >= PAGE_NFTS ? String(page + 1) : undefined }
  }
