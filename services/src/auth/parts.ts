import type { Context } from 'hono'
import type { Project } from '../projectConfig/project.ts'
import type { OwnPages } from '../projectConfig/readOrigin.ts'
import type { AuthKeys } from './keys.ts'
import type { AuthDatabase } from './schema.ts'
import type { Tokens } from './tokens.ts'

/** What each part of signing in finds. */
export interface AuthParts {
  readonly db: AuthDatabase
  readonly keys: AuthKeys
  readonly tokens: Tokens
  readonly now: () => number
  /**
   * The project that is asked for, with one request counted.
   * @throws ServiceError `project.missing`, `project.malformed`, `project.unknown`, `rate.limited`
   */
  readProject(c: Context): Promise<Project>
  /** Whose connection it is: an address of the internet. */
  clientOf(c: Context): string
  /** Codes that one client may ask for in an hour; 20 where nothing else is said. */
  readonly startsPerClient?: number | undefined
  /** What counts as a page of the project. */
  readonly own: OwnPages
}
