import type { Context } from 'hono'
import type { SendMail } from '../oneTimeCodes/sendMail.ts'
import type { Project } from '../projectConfig/project.ts'
import type { SigningKey } from './keys.ts'
import type { LoginDatabase } from './schema.ts'

/** Dependencies shared by the parts of login. */
export interface LoginDependencies {
  readonly db: LoginDatabase
  readonly signingKey: SigningKey
  readonly secureSiteOrigin: string
  /** Codes and provider visits that one client may start per hour; 20 by default. */
  readonly startsPerClient?: number | undefined
  /** Codes and provider visits of all clients together per minute; 300 by default. */
  readonly startsPerMinute?: number | undefined
  /** @throws ServiceError `mail.notConfigured`, `mail.refused`, `mail.unavailable` */
  readonly sendMail: SendMail
  readonly now: () => number
  /** The project that the request names. @throws ServiceError `project.…` */
  readProject(c: Context): Promise<Project>
  /** The client's IP address. */
  clientOf(c: Context): string
}
