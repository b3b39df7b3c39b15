import type { Context } from 'hono'
import { fallback, type GenericSchema, type InferOutput, looseObject, string, unknown } from 'valibot'
import { ServiceError } from '../http/errors.ts'
import { check, readBody } from '../http/readBody.ts'
import { PROJECT_ID_PATTERN } from '../http/readProjectId.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'
import { requireProject } from '../projectConfig/requireProject.ts'

const Named = fallback(looseObject({ projectId: fallback(string(), '') }), { projectId: '' })

/**
 * services.md §7.1: a POST names its project in the body. The project is checked first, so that its errors are the same
 * as for a GET.
 * @throws ServiceError `request.tooLarge`, `request.notJson`, `request.invalid`, `project.missing`,
 *   `project.malformed`, `project.unknown`, `origin.notAllowed`
 */
export async function readProjectBody<Schema extends GenericSchema>(
  c: Context,
  projects: KnownProjects,
  schema: Schema,
): Promise<InferOutput<Schema>> {
  const body = await readBody(c, unknown())
  const { projectId } = check(Named, body)
  if (!projectId) throw new ServiceError('project.missing')
  if (!PROJECT_ID_PATTERN.test(projectId)) throw new ServiceError('project.malformed')
  await requireProject(c, projects, projectId)
  return check(schema, body)
}
