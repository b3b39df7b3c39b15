import type { Context } from 'hono'
import { clientKeyOf } from '../http/clientOf.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { KnownProjects } from './knownProjects.ts'
import type { Project } from './project.ts'
import { checkReader, readOwnOrigin } from './readOrigin.ts'

type CheckPage = (c: Context, project: Project, projects: KnownProjects) => unknown

async function requireFor(check: CheckPage, c: Context, projects: KnownProjects, projectId: string): Promise<Project> {
  const known = await projects.find(projectId)
  // Checked before counting: a refused page must not use up the limit of others.
  if (known) check(c, known, projects)
  return projects.require(projectId, clientKeyOf(c))
}

/**
 * The project of a read, which costs the project's operator. Allows requests from no page (no `Origin`), and images in
 * a page.
 * @param projectId if it is not in the query
 * @throws ServiceError `project.missing`, `project.malformed`, `project.unknown`, `origin.notAllowed`, and those of
 *   `projects`
 */
export const requireProject = (c: Context, projects: KnownProjects, projectId: string = readProjectId(c)) =>
  requireFor(checkReader, c, projects, projectId)

/** The project of a write: of all pages, only the project's own may send it. Throws as above. */
export const requireProjectToWrite = (c: Context, projects: KnownProjects, projectId: string = readProjectId(c)) =>
  requireFor(readOwnOrigin, c, projects, projectId)
