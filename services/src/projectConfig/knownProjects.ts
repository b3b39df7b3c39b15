import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import { rememberFound } from '../http/rememberFound.ts'
import type { Project } from './project.ts'
import { readProject } from './readProject.ts'

/** For services that are asked often: what is known of a project, without a query for each request. */
export interface KnownProjects {
  /** Undefined when there is no such project. */
  find(projectId: string): Promise<Project | undefined>
  /**
   * @param client who asks, where that is counted; see `clientKeyOf`
   * @throws ServiceError `project.unknown`
   */
  require(projectId: string, client?: string): Promise<Project>
  /** Pages of the visitor's own machine count as each project's own. */
  readonly isDevelopment: boolean
}

export interface KnownProjectsOptions {
  /** False unless told otherwise. */
  readonly isDevelopment?: boolean | undefined
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
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

/** @param read asks the database; see `projectsIn` */
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
