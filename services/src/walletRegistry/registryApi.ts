import { type Context, Hono } from 'hono'
import { cached } from '../http/cached.ts'
import { ServiceError } from '../http/errors.ts'
import { networkImageByCaip2, networkImageById } from './networkImages.ts'

/** An SVG is a document: opened on its own it must neither run nor fetch anything. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const forADay = cached('public, max-age=86400')

function svgAnswer(c: Context, svg: string | undefined) {
  if (!svg) throw new ServiceError('image.unknown')
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Content-Security-Policy': SVG_POLICY })
}

/** Images (services.md §4.3). They are the same for every project, so that none has to be named. */
export const registryApi = () =>
  new Hono()
    .get('/public/getAssetImage/:imageId', forADay, async (c) =>
      svgAnswer(c, await networkImageById(c.req.param('imageId'))),
    )
    .get('/public/networkImage/:caip2', forADay, async (c) =>
      svgAnswer(c, await networkImageByCaip2(c.req.param('caip2'))),
    )
