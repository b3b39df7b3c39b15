import { createRateLimit, type RateLimitOptions, spend } from './rateLimit.ts'

/** The largest share of a project's limit that one client can use, which leaves most of the limit to others. */
const CLIENT_SHARE = 1 / 4
/** Every client gets at least this many points, enough for a JSON-RPC batch, unless the project's limit is lower. */
const CLIENT_POINTS_MIN = 100

/** Counts requests per project and per client of the project. */
export interface ProjectLimit {
  /**
   * @param client the key of `clientKeyOf`; if undefined, only the project is charged
   * @throws ServiceError `rate.limited`; requests over the client's share cost the project nothing
   */
  spend(projectId: string, client: string | undefined, points: number): Promise<void>
  /** Counts a cost that is known only afterwards. It never refuses, but later requests may have to wait. */
  charge(projectId: string, client: string | undefined, points: number): Promise<void>
}

/** The limit for each client of a project, averaged over the same window. */
function clientShareOf({ perSecond, windowS }: RateLimitOptions): RateLimitOptions {
  const points = perSecond * windowS
  const share = Math.max(points * CLIENT_SHARE, Math.min(points, CLIENT_POINTS_MIN))
  return { perSecond: share / windowS, windowS }
}

export function createProjectLimit(options: RateLimitOptions): ProjectLimit {
  const projects = createRateLimit(options)
  const clients = createRateLimit(clientShareOf(options))
  const keyOf = (projectId: string, client: string) => `${projectId} ${client}`
  return {
    async spend(projectId, client, points) {
      if (client !== undefined) await spend(clients, keyOf(projectId, client), points)
      await spend(projects, projectId, points)
    },
    async charge(projectId, client, points) {
      if (points <= 0) return
      if (client !== undefined) await clients.charge(keyOf(projectId, client), points)
      await projects.charge(projectId, points)
    },
  }
}
