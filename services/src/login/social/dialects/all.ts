import type { RedirectProvider } from '@portico/contracts/embeddedWallet/requests/social'
import type { Dialect } from '../dialect.ts'
import type { SocialOptions } from '../environment.ts'
import { apple } from './apple.ts'
import { discord } from './discord.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { x } from './x.ts'

/** The configured providers. */
export type Dialects = Partial<Record<RedirectProvider, Dialect>>

export const createDialects = (options: SocialOptions): Dialects => ({
  ...(options.google && { google: google(options.google) }),
  ...(options.github && { github: github(options.github) }),
  ...(options.apple && { apple: apple(options.apple) }),
  ...(options.facebook && { facebook: facebook(options.facebook) }),
  ...(options.x && { x: x(options.x) }),
  ...(options.discord && { discord: discord(options.discord) }),
})
