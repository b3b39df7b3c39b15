import { IMAGE_PATH, ImageQuery } from '@portico/contracts/services/nfts'
import { Hono } from 'hono'
import { cached } from '../../http/cached.ts'
import { check } from '../../http/readBody.ts'
import { requireProject } from '../../projectConfig/requireProject.ts'
import { SVG_POLICY } from '../../walletRegistry/image.ts'
import type { Parts } from '../parts.ts'
import type { Images } from './createImages.ts'

/** The endpoint `GET /v1/image?url=`, Portico's own: a picture at an untrusted address, fetched and checked here. */
export const imageApi = ({ projects }: Pick<Parts, 'projects'>, images: Images) =>
  new Hono().get(IMAGE_PATH, cached('public, max-age=86400, immutable'), async (c) => {
    await requireProject(c, projects)
    const { url } = check(ImageQuery, c.req.query())
    const { type, content } = await images.read(url)
    return c.body(content, 200, {
      'Content-Type': type,
      'Content-Security-Policy': SVG_POLICY,
      'Content-Disposition': 'inline',
      'X-Content-Type-Options': 'nosniff',
    })
  })
