import { type Nfts, NftsQuery } from '@portico/contracts/services/nfts'
import { Hono } from 'hono'
import { ServiceError } from '../../http/errors.ts'
import { check } from '../../http/readBody.ts'
import { readChain } from '../../jsonRpc/readChain.ts'
import { requireProject } from '../../projectConfig/requireProject.ts'
import { readAddress } from '../balances/addressFamily.ts'
import type { PublicFetch } from '../image/fetchPublic.ts'
import type { SourceRules } from '../image/readSource.ts'
import type { Parts } from '../parts.ts'
import { createDescriptions } from './createDescriptions.ts'
import { createNfts, type NftSources } from './createNfts.ts'
import { toNft } from './toNft.ts'

export interface NftImages {
  /** Used to fetch the metadata of tokens. */
  readonly fetchPublic: PublicFetch
  /** The rules for images that this service passes on. */
  readonly rules: SourceRules
}

/** The endpoint `GET /v1/account/{address}/nfts`, Portico's own: the collectibles of an address on one chain. */
export function nftsApi(
  { chains, projects, signal }: Pick<Parts, 'chains' | 'projects' | 'signal'>,
  { fetchPublic, rules }: NftImages,
  sources?: NftSources,
) {
  const read = createNfts({ chains }, createDescriptions(fetchPublic), sources)

  return new Hono().get('/v1/account/:address/nfts', async (c) => {
    const { id: projectId } = await requireProject(c, projects)
    if (!c.req.query('chainId')) throw new ServiceError('chain.missing')
    const { chainId, cursor } = check(NftsQuery, c.req.query())
    const { caipNetworkId, namespace } = readChain(chainId)
    const owner = readAddress(c.req.param('address'))
    if (owner?.namespace !== namespace) throw new ServiceError('address.malformed')

    // Not cached, because a transaction may change the list at any moment.
    c.header('Cache-Control', 'no-store')
    const { nfts, next } = await read(caipNetworkId, owner.address, cursor || undefined, signal)
    const data = nfts.map((found) => toNft(found, caipNetworkId, projectId, rules))
    return c.json({ data, next: next ?? null } satisfies Nfts)
  })
}
