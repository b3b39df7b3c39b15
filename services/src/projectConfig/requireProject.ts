import type { Context } from 'hono'
import { clientKeyOf } from '../http/clientOf.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { KnownProjects } from './knownProjects.ts'
import type { Project } from './project.ts'
import { readOrigin } from './readOrigin.ts'

/**
 * The project that a request is about, for whoever may use it: what is asked costs its operator. Who is no page (no `Origin`),
 * and an image of a page, is not turned away.
 * @param projectId where it is not in the query
 * @throws ServiceError `project.missing`, `project.malformed`, `project.unknown`, `origin.notAllowed`, and what
 *   `projects` throws
 */
export async function requireProject(
  c: Context,
  projects: KnownProjects,
  projectId: string = readProjectId(c),
): Promise<Project> {
  const known = await projects.find(projectId)
  // Before it is counted: what a page asks that may not must not use up what the others may.
  if (known) readOrigin(c, known)
  return projects.require(projectId, clientKeyOf(c))
}
