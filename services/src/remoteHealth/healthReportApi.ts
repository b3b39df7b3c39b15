import { HEALTH_REPORT_PATH, type HealthEntry, HealthReport } from '@portico/contracts/services/remoteHealth'
import { Hono } from 'hono'
import { type Buffer, createBuffer } from '../analytics/createBuffer.ts'
import { clientKeyOf } from '../http/clientOf.ts'
import { createRateLimit, spend } from '../http/rateLimit.ts'
import { readBody } from '../http/readBody.ts'
import type { Log } from '../log.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'
import { healthPercentOf } from '../projectConfig/project.ts'
import { isOwnOrigin } from '../projectConfig/readOrigin.ts'
import { requireProject } from '../projectConfig/requireProject.ts'
import { countEntry, type HealthTally, mergeHealth } from './healthTally.ts'
import { type HealthKey, hourOf } from './saveHealth.ts'

const WINDOW_S = 60
/** Three times what the largest sites need. */
const PROJECT_REPORTS_PER_SECOND = 5_000
/** Low, because reports decide on rollouts: many visitors share an address, but not the visitors of a whole site. */
const CLIENT_REPORTS_PER_SECOND = 20

export interface HealthCounter {
  count(projectId: string, entries: readonly HealthEntry[]): Promise<void>
  /** Writes pending counts. */
  close(): Promise<void>
}

/** Collects reports. If `save` rejects, the counts are saved again later. */
export function createHealthCounter(
  save: (key: HealthKey, tally: HealthTally) => Promise<void>,
  log: Log,
  { flushIntervalMs, now = Date.now }: { readonly flushIntervalMs?: number; readonly now?: () => number } = {},
): HealthCounter {
  const buffer: Buffer<HealthKey, HealthTally> = createBuffer({
    nameOf: ({ projectId, hour }) => `${projectId} ${hour}`,
    empty: () => new Map(),
    merge: mergeHealth,
    save,
    log,
    flushIntervalMs,
  })
  return {
    // The hour comes from the server's clock: from clients, it could fill the database with made-up hours.
    count: (projectId, entries) =>
      buffer.change({ projectId, hour: hourOf(now()) }, (tally) => {
        for (const entry of entries) countEntry(tally, entry)
      }),
    close: () => buffer.close(),
  }
}

/**
 * Takes reports of the project's own pages. Those of previews on hosts where anybody can publish are accepted and
 * dropped, and so are all reports while the operator does not want any.
 */
export function healthReportApi(projects: KnownProjects, counter: Pick<HealthCounter, 'count'>) {
  const ofProject = createRateLimit({ perSecond: PROJECT_REPORTS_PER_SECOND, windowS: WINDOW_S })
  const ofClient = createRateLimit({ perSecond: CLIENT_REPORTS_PER_SECOND, windowS: WINDOW_S })
  return new Hono().post(HEALTH_REPORT_PATH, async (c) => {
    const project = await requireProject(c, projects)
    const client = clientKeyOf(c)
    if (client !== undefined) await spend(ofClient, `${project.id} ${client}`, 1)
    await spend(ofProject, project.id, 1)
    const { entries } = await readBody(c, HealthReport)
    const origin = c.req.header('origin')
    const isOwn = origin === undefined || isOwnOrigin(origin, project, projects)
    if (isOwn && healthPercentOf(project) > 0) await counter.count(project.id, entries)
    return c.json({}, 202)
  })
}
