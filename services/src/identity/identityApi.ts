import { Hono } from 'hono'
import { cached } from '../http/cached.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'

/** services.md §7.3: what an address is called. Nobody has a name yet. */
export const identityApi = (projects: KnownProjects) =>
  new Hono().get('/v1/identity/:address', cached('private, max-age=300'), async (c) => {
    await projects.require(readProjectId(c))
    return c.json({ name: null, avatar: null })
  })
