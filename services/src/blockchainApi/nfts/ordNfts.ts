import { type InferOutput, integer, number, object, pipe, regex, string } from 'valibot'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { LooseText, readAs, someOf } from '../answers.ts'
import { askFirst, askHttp } from '../askHttp.ts'
import { badCursor } from '../cursor.ts'
import { inscriptionAddress } from '../image/readSource.ts'
import { PAGE_NFTS, type ReadNfts } from './nft.ts'

/** The id of the reveal transaction, and the index of the inscription in it. */
const Id = pipe(string(), regex(/^[0-9a-f]{64}i\d{1,10}$/))

/** The list is `null` without `--index-addresses`, because the server then does not know who owns which inscription. */
const Held = object({ inscriptions: someOf(Id) })
const Inscription = object({
  id: Id,
  number: pipe(number(), integer()),
  content_type: LooseText,
  /** The type of another inscription that is shown in place of this one. */
  effective_content_type: LooseText,
})
const Inscriptions = someOf(Inscription)

const isImage = ({ effective_content_type, content_type }: InferOutput<typeof Inscription>) =>
  /^image\//.test(effective_content_type ?? content_type ?? '')

/**
 * Queries a server like `ord`, which anybody can run with a Bitcoin node (`ord --index-addresses server`).
 * https://docs.ordinals.com/guides/api.html
 * The cursor is the last inscription of the page, so inscriptions received in between do not shift the next page.
 */
export const ordNfts =
  (upstreams: UpstreamList, waitMs?: number): ReadNfts =>
  async (caipNetworkId, address, cursor, signal) => {
    return askFirst(upstreams, caipNetworkId, async (base) => {
      const { inscriptions: held } = readAs(Held, (await askHttp(base, `/address/${address}`, { waitMs, signal })).body)
      const begin = cursor === undefined ? 0 : held.indexOf(cursor) + 1
      if (cursor !== undefined && begin === 0) throw badCursor()
      const ids = held.slice(begin, begin + PAGE_NFTS)
      const body = ids
      const found = ids.length
        ? readAs(Inscriptions, (await askHttp(base, '/inscriptions', { body, waitMs, signal })).body)
        : []
      const nfts = found.map((inscription) => ({
        contract: address,
        id: inscription.id,
        name: `Inscription ${inscription.number}`,
        image: isImage(inscription) ? inscriptionAddress(caipNetworkId, inscription.id) : undefined,
      }))
      return { nfts, next: held.length > begin + ids.length ? ids.at(-1) : undefined }
    })
  }
