import type { Context } from 'hono'
import type { SendMail } from '../oneTimeCodes/sendMail.ts'
import type { Project } from '../projectConfig/project.ts'
import type { SigningKey } from './keys.ts'
import type { LoginDatabase } from './schema.ts'

/** What each part of login finds. */
export interface LoginParts {
  readonly db: LoginDatabase
  readonly signingKey: SigningKey
  readonly secureSiteOrigin: string
  /** Codes, and visits to providers, that one client may begin in an hour; 20 where nothing else is said. */
  readonly startsPerClient?: number | undefined
  /** The same of all clients together in a minute; 300 where nothing else is said. */
  readonly startsPerMinute?: number | undefined
  /** @throws ServiceError `mail.notConfigured`, `mail.refused`, `mail.unavailable` */
  readonly sendMail: SendMail
  readonly now: () => number
  /** The project that is asked for. @throws ServiceError those of a project */
  readProject(c: Context): Promise<Project>
  /** Whose connection it is: an address of the internet. */
  clientOf(c: Context): string
}
