import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import { rememberFound } from '../http/rememberFound.ts'
import type { Project } from './project.ts'
import { readProject } from './readProject.ts'

/** Caches projects for services with frequent requests. */
export interface KnownProjects {
  /** Undefined if there is no such project. */
  find(projectId: string): Promise<Project | undefined>
  /**
   * @param client the caller, if limits apply; see `clientKeyOf`
   * @throws ServiceError `project.unknown`
   */
  require(projectId: string, client?: string): Promise<Project>
  /** Whether pages on the visitor's own machine count as pages of every project. */
  readonly isDevelopment: boolean
}

export interface KnownProjectsOptions {
  /** False by default. */
  readonly isDevelopment?: boolean | undefined
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/** Reads the current state from the database. */
export const projectsIn = (db: Kysely<Schema>) => async (projectId: string) => {
  try {
    return await readProject(db, projectId)
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'project.unknown') return undefined
    throw thrown
  }
}

/** @param read queries the database; see `projectsIn` */
export function createKnownProjects(
  read: (projectId: string) => Promise<Project | undefined>,
  { isDevelopment = false, now = () => performance.now() }: KnownProjectsOptions = {},
): KnownProjects {
  const find = rememberFound(read, now)
  return {
    isDevelopment,
    find,
    async require(projectId) {
      const project = await find(projectId)
      if (!project) throw new ServiceError('project.unknown')
      return project
    },
  }
}
