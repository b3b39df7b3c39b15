import type { Context } from 'hono'
import { clientKeyOf } from '../http/clientOf.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { KnownProjects } from './knownProjects.ts'
import type { Project } from './project.ts'
import { checkReader, readOwnOrigin } from './readOrigin.ts'

type CheckPage = (c: Context, project: Project, projects: KnownProjects) => unknown

async function requireFor(check: CheckPage, c: Context, projects: KnownProjects, projectId: string): Promise<Project> {
  const known = await projects.find(projectId)
  // Before it is counted: a page that is refused must not use up what the others may ask.
  if (known) check(c, known, projects)
  return projects.require(projectId, clientKeyOf(c))
}

/**
 * The project of a request that only reads: it costs the project's operator. Requests that come from no page (no `Origin`),
 * and images in a page, are not turned away.
 * @param projectId where it is not in the query
 * @throws ServiceError `project.missing`, `project.malformed`, `project.unknown`, `origin.notAllowed`, and what
 *   `projects` throws
 */
export const requireProject = (c: Context, projects: KnownProjects, projectId: string = readProjectId(c)) =>
  requireFor(checkReader, c, projects, projectId)

/** The project of a request that writes something: of all pages, only the project's own may send it. Throws as above. */
export const requireProjectToWrite = (c: Context, projects: KnownProjects, projectId: string = readProjectId(c)) =>
  requireFor(readOwnOrigin, c, projects, projectId)
