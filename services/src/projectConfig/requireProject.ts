import type { Context } from 'hono'
import { clientKeyOf } from '../http/clientOf.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { KnownProjects } from './knownProjects.ts'
import type { Project } from './project.ts'
import { checkReader, readOwnOrigin } from './readOrigin.ts'

type CheckPage = (c: Context, project: Project, projects: KnownProjects) => unknown

async function requireFor(check: CheckPage, c: Context, projects: KnownProjects, projectId: string): Promise<Project> {
  const known = await projects.find(projectId)
  // The page is checked before the request counts: a refused page must not use up other pages' limit.
  if (known) check(c, known, projects)
  return projects.require(projectId, clientKeyOf(c))
}

/**
 * The project of a read at the operator's cost. Allows requests without an `Origin`, which come from no page, or are
 * for an image in a page.
 * @param projectId the project's id, if it is not in the query
 * @throws ServiceError `project.missing`, `project.malformed`, `project.unknown`, `origin.notAllowed`, and the errors
 *   of `projects`
 */
export const requireProject = (c: Context, projects: KnownProjects, projectId: string = readProjectId(c)) =>
  requireFor(checkReader, c, projects, projectId)

/** The project of a write. A page may send one only if it is the project's own. Throws as `requireProject` does. */
export const requireProjectToWrite = (c: Context, projects: KnownProjects, projectId: string = readProjectId(c)) =>
  requireFor(readOwnOrigin, c, projects, projectId)
