import { type Context, Hono } from 'hono'
import { cached } from '../http/cached.ts'
import { ServiceError } from '../http/errors.ts'
import { drawCurrency } from './currencies.ts'
import { type RegistryImage, SVG_POLICY } from './image.ts'
import { createIconOfNetwork, iconByImage } from './networkImages.ts'
import { readConnectorImage } from './readConnectorImage.ts'
import { readIcon } from './readIcon.ts'
import { readTokenImage } from './readTokenImage.ts'
import { type ImageSources, readWalletImage } from './readWalletImage.ts'

const forADay = cached('public, max-age=86400')
/** Short, because a logo may replace the stand-in. */
const STAND_IN_CACHE_CONTROL = 'public, max-age=300'

/** @throws ServiceError `image.unknown` */
function answer(c: Context, image: RegistryImage | undefined) {
  if (!image) throw new ServiceError('image.unknown')
  const { type, content, isStandIn } = image
  return c.body(content, 200, {
    'Content-Type': type,
    ...(type === 'image/svg+xml' ? { 'Content-Security-Policy': SVG_POLICY } : {}),
    ...(isStandIn ? { 'Cache-Control': STAND_IN_CACHE_CONTROL } : {}),
  })
}

const readNetworkIcon = async (icon: string | undefined) => (icon ? readIcon('networks', icon) : undefined)

/**
 * Images (services.md §4.3). They are the same for all projects, so that requests need not name one.
 * @param ownNetworks CAIP-2 ids of the networks for which the operator has nodes
 */
export function imagesApi(sources: ImageSources, ownNetworks: readonly string[] = []) {
  const iconOfNetwork = createIconOfNetwork(ownNetworks)
  const { upstream } = sources
  return new Hono()
    .get('/getWalletImage/:imageId', forADay, async (c) =>
      answer(c, await readWalletImage(c.req.param('imageId'), sources)),
    )
    .get('/public/getAssetImage/:imageId', forADay, async (c) => {
      const imageId = c.req.param('imageId')
      const image = (await readNetworkIcon(iconByImage.get(imageId))) ?? (await readConnectorImage(imageId))
      return answer(c, image ?? (await upstream('/public/getAssetImage/', imageId)))
    })
    .get('/public/networkImage/:caip2', forADay, async (c) =>
      answer(c, await readNetworkIcon(iconOfNetwork(c.req.param('caip2')))),
    )
    .get('/public/getCurrencyImage/:code', forADay, async (c) => {
      const code = c.req.param('code')
      return answer(c, drawCurrency(code) ?? (await upstream('/public/getCurrencyImage/', code)))
    })
    .get('/public/getTokenImage/:symbol', forADay, async (c) => {
      const symbol = c.req.param('symbol')
      return answer(c, (await readTokenImage(symbol)) ?? (await upstream('/public/getTokenImage/', symbol)))
    })
}
