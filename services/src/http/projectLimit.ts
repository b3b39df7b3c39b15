import { createRateLimit, type RateLimitOptions, spend } from './rateLimit.ts'

/** No client gets more than this part of what its project may ask, so that one of them leaves most of it to the others. */
const CLIENT_SHARE = 1 / 4
/** But as much as one batch of JSON-RPC, where the project has it. */
const CLIENT_POINTS_MIN = 100

/** Counts what the clients of each project ask: each client by itself, and all of them together. */
export interface ProjectLimit {
  /**
   * @param client see `clientKeyOf`; undefined counts for the project alone
   * @throws ServiceError `rate.limited`; what one client asks beyond its share costs the project nothing
   */
  spend(projectId: string, client: string | undefined, points: number): Promise<void>
  /** Counts what is known only afterwards. It refuses nothing by itself: what is asked next waits for it. */
  charge(projectId: string, client: string | undefined, points: number): Promise<void>
}

/** What each client of a project that may spend `perSecond` may spend of that, on an average over the same window. */
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
