import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import { ownOrigin } from '../http/ownOrigin.ts'
import { createProjectLimit } from '../http/projectLimit.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { UpstreamList } from '../jsonRpc/upstreamList.ts'
import type { Log } from '../log.ts'
import { paymentsApi } from '../payments/paymentsApi.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'
import { balancesApi } from './balances/balancesApi.ts'
import { chainsWithoutNode } from './balances/createHoldings.ts'
import { createChains } from './chains.ts'
import { convertApi } from './convert/convertApi.ts'
import { createFindUpstream } from './convert/findUpstream.ts'
import { createJupiter } from './convert/jupiterUpstream.ts'
import { createOneInch } from './convert/oneInchUpstream.ts'
import type { BlockchainOptions } from './environment.ts'
import { historyApi } from './history/historyApi.ts'
import { identityApi, nameSources } from './identity/identityApi.ts'
import { createImages } from './image/createImages.ts'
import { DEFAULT_IMAGE_OPTIONS } from './image/environment.ts'
import { createPublicFetch } from './image/fetchPublic.ts'
import { imageApi } from './image/imageApi.ts'
import { imagePath } from './image/imagePath.ts'
import { keepData } from './image/keepData.ts'
import type { SourceRules } from './image/readSource.ts'
import { DEFAULT_NAMES_OPTIONS } from './names/environment.ts'
import { createNameRegister } from './names/nameRegister.ts'
import { namesApi } from './names/namesApi.ts'
import type { NamesSchema } from './names/schema.ts'
import { nftsApi } from './nfts/nftsApi.ts'
import { onrampApi } from './onramp/onrampApi.ts'
import type { Parts } from './parts.ts'
import { createPools } from './pools/createPools.ts'
import { createCoinGecko } from './prices/coinGecko.ts'
import { createPriceSource } from './prices/createPriceSource.ts'
import { pricesApi } from './prices/pricesApi.ts'
import { supportedChainsApi } from './supportedChains/supportedChainsApi.ts'
import { createTokenDirectory } from './tokenDirectory.ts'

export interface Surroundings {
  readonly db: Kysely<NamesSchema>
  readonly projects: KnownProjects
  /** If absent, no chain has a node. */
  readonly upstreams?: UpstreamList | undefined
  readonly log: Log
  /** Aborts once no more requests can arrive. */
  readonly signal: AbortSignal
}

/** The average limit per project, which is high because an open modal sends many requests in its first second. */
const REQUESTS_PER_SECOND = 100
const RATE_LIMIT_WINDOW_S = 10

/** Counts a request when it looks up its project. Every request does this once, by the id in its query or body. */
function counting(projects: KnownProjects): KnownProjects {
  const limit = createProjectLimit({ perSecond: REQUESTS_PER_SECOND, windowS: RATE_LIMIT_WINDOW_S })
  return {
    ...projects,
    async require(projectId, client) {
      const project = await projects.require(projectId)
      await limit.spend(projectId, client, 1)
      return project
    },
  }
}

const NOTHING: BlockchainOptions = { names: DEFAULT_NAMES_OPTIONS, pools: new Map() }

/** services.md §7 and §9: chain data in a form that pages can show, and payments. */
export function blockchainApi(
  { db, projects, upstreams = new Map(), log, signal }: Surroundings,
  options: BlockchainOptions = NOTHING,
) {
  const chains = createChains(upstreams, { log, signal })
  const tokens = createTokenDirectory(options.tokens)
  const pools = createPools(chains, options.pools)
  const coinGecko = options.coinGecko && createCoinGecko(options.coinGecko, log)
  const prices = createPriceSource({ tokens, log }, pools, coinGecko)
  const parts: Parts = { chains, projects: counting(projects), tokens, prices, log, signal }
  const register = createNameRegister(db)
  const oneInch = options.oneInch && createOneInch(options.oneInch, log)
  const jupiter = options.jupiter && createJupiter(options.jupiter, parts)
  const { image = DEFAULT_IMAGE_OPTIONS, nfts = {} } = options
  const rules: SourceRules = { ...image, ordinals: nfts.ordinals, kept: keepData() }
  const fetchPublic = createPublicFetch(rules)
  const pictureAt = (address: string, c: Context) => {
    const path = imagePath(address, readProjectId(c), rules)
    return path && `${ownOrigin(c)}${path}`
  }
  return new Hono()
    .route(
      '/',
      supportedChainsApi(parts, {
        more: chainsWithoutNode(options.balances ?? {}),
        swap: [...pools.ids.filter((id) => chains.ids.includes(id)), ...(jupiter?.ids ?? [])],
      }),
    )
    .route('/', identityApi(parts, nameSources(chains, register), pictureAt))
    .route('/', namesApi(parts, register, options.names))
    .route('/', balancesApi(parts, options.balances))
    .route('/', historyApi(parts, { ...options.balances, ...options.history }))
    .route('/', pricesApi(parts))
    .route('/', nftsApi(parts, { fetchPublic, rules }, { ...nfts, blockscout: options.balances?.blockscout }))
    .route('/', imageApi(parts, createImages(fetchPublic)))
    .route('/', onrampApi(parts, options.onramp))
    .route('/', paymentsApi(parts, pools, options.payments, pictureAt))
    .route('/', convertApi(parts, createFindUpstream(parts, pools, oneInch), pictureAt, jupiter))
}
