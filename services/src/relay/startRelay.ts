import type { Server } from 'node:http'
import { type DatabaseOptions, IN_MEMORY } from '../database/openDatabase.ts'
import type { Dependency } from '../health/healthApi.ts'
import type { Log } from '../log.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'
import type { RelaySettings } from './environment.ts'
import { RELAY_LIMITS } from './limits.ts'
import type { RelayMeter } from './meter.ts'
import { openMailbox } from './openMailbox.ts'
import { mountRelay, type Relay } from './relay.ts'

const DEFAULTS: RelaySettings = { publicUrls: [], trustedProxies: 0 }

/**
 * The folder of the embedded database, which belongs to one process at a time. Undefined if another database is used,
 * because then other processes may share the folder.
 */
const ownFolder = ({ dataDir, databaseUrl }: DatabaseOptions) =>
  databaseUrl || dataDir === IN_MEMORY ? undefined : dataDir

export interface StartedRelay extends Relay {
  readonly needs: readonly Dependency[]
}

/**
 * Mounts the relay on the server of all services.
 * @throws Error with one sentence if the Redis server cannot be used
 */
export async function startRelay(
  server: Server,
  projects: KnownProjects,
  database: DatabaseOptions,
  log: Log,
  { redisUrl, ...settings }: RelaySettings = DEFAULTS,
  meter?: RelayMeter,
): Promise<StartedRelay> {
  const mailbox = await openMailbox({ redisUrl, folder: ownFolder(database), limits: RELAY_LIMITS, log })
  const readOrigins = async (projectId: string) => (await projects.find(projectId))?.allowedOrigins
  const { ping } = mailbox
  return {
    ...mountRelay(server, { ...settings, mailbox, log, meter, readOrigins }),
    needs: ping ? [{ name: 'Redis', ask: ping, tellsLog: true }] : [],
  }
}
