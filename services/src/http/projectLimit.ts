import { createRateLimit, type RateLimitOptions, spend } from './rateLimit.ts'

/** A client's maximum share of its project's limit, which leaves most of it to others. */
const CLIENT_SHARE = 1 / 4
/** But at least one batch of JSON-RPC, if the project allows as much. */
const CLIENT_POINTS_MIN = 100

/** Counts requests by project and by its clients. */
export interface ProjectLimit {
  /**
   * @param client see `clientKeyOf`; undefined counts for the project alone
   * @throws ServiceError `rate.limited`; a client's excess costs the project nothing
   */
  spend(projectId: string, client: string | undefined, points: number): Promise<void>
  /** Counts a cost known only afterwards. Never refuses; later requests have to wait for it. */
  charge(projectId: string, client: string | undefined, points: number): Promise<void>
}

/** The share of each client of a project, averaged over the same window. */
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
