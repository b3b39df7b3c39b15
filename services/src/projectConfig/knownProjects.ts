import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import type { Project } from './project.ts'
import { readProject } from './readProject.ts'

/** How long what was read of a project is still used. */
const KNOWN_LIFETIME_MS = 30_000
/** How long a new project waits after somebody asked for it too early. */
const UNKNOWN_LIFETIME_MS = 3_000
/** Made-up ids must not fill the memory. */
const MAX_REMEMBERED = 10_000

/** For services that are asked often: what is known of a project, without a query for each request. */
export interface KnownProjects {
  /** Undefined when there is no such project. */
  find(projectId: string): Promise<Project | undefined>
  /** @throws ServiceError `project.unknown` */
  require(projectId: string): Promise<Project>
}

interface Remembered {
  readonly project: Promise<Project | undefined>
  until: number
}

/** What the database says now. */
export const projectsIn = (db: Kysely<Schema>) => async (projectId: string) => {
  try {
    return await readProject(db, projectId)
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'project.unknown') return undefined
    throw thrown
  }
}

/**
 * @param read asks the database; see `projectsIn`
 * @param now milliseconds of a clock that never goes back
 */
export function createKnownProjects(
  read: (projectId: string) => Promise<Project | undefined>,
  now = () => performance.now(),
): KnownProjects {
  const remembered = new Map<string, Remembered>()

  /** Who asks while the database is being asked waits for the same answer. */
  function ask(projectId: string): Remembered {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const entry: Remembered = { project: read(projectId), until: Number.POSITIVE_INFINITY }
    remembered.set(projectId, entry)
    entry.project.then(
      (found) => {
        entry.until = now() + (found ? KNOWN_LIFETIME_MS : UNKNOWN_LIFETIME_MS)
      },
      // Whoever waits hears of it; the next one asks again.
      () => remembered.delete(projectId),
    )
    return entry
  }

  function find(projectId: string) {
    const entry = remembered.get(projectId)
    return (entry && now() < entry.until ? entry : ask(projectId)).project
  }

  return {
    find,
    async require(projectId) {
      const project = await find(projectId)
      if (!project) throw new ServiceError('project.unknown')
      return project
    },
  }
}
