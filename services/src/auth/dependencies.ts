import type { Context } from 'hono'
import type { Project } from '../projectConfig/project.ts'
import type { OwnPages } from '../projectConfig/readOrigin.ts'
import type { AuthKeys } from './keys.ts'
import type { AuthDatabase } from './schema.ts'
import type { Tokens } from './tokens.ts'

/** Dependencies shared by the sign-in endpoints. */
export interface AuthDependencies {
  readonly db: AuthDatabase
  readonly keys: AuthKeys
  readonly tokens: Tokens
  readonly now: () => number
  /**
   * Finds the project of a request, and counts the request.
   * @throws ServiceError `project.missing`, `project.malformed`, `project.unknown`, `rate.limited`
   */
  readProject(c: Context): Promise<Project>
  /** The client's IP address. */
  clientOf(c: Context): string
  /** The number of codes that one client may request per hour; 20 by default. */
  readonly startsPerClient?: number | undefined
  /** Decides which pages count as the project's own. */
  readonly own: OwnPages
}
