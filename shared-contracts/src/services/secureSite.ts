import { boolean, type InferOutput, object, pipe, record, regex, string } from 'valibot'
import { WebAddressText } from './wireText.ts'

/**
 * The page "Your wallet", where the owner signs in again, exports the keys, signs out everywhere or deletes the wallet.
 * Its query has `projectId`. The path is on the secure site's origin, like those in `embeddedWallet/frameUrl.ts` and
 * `services/login.ts`.
 */
export const WALLET_PATH = '/wallet'

const Origin = pipe(string(), regex(/^https?:\/\/[^/]+$/, 'must be an origin'))

/** The path of `SecureSiteSettings` as JSON, on the secure site's origin. */
export const SETTINGS_PATH = '/settings.json'

/**
 * The secure site's configuration, which its server provides. It is in a file of its own, so that the pages have the
 * same bytes wherever they are served. Operators set it, and pages that embed the frame cannot influence it.
 */
export const SecureSiteSettings = object({
  /** The origin of the services: login, project configuration, JSON-RPC. */
  services: Origin,
  /** The origins of the two share stores. */
  shares: object({ auth: Origin, recovery: Origin }),
  /** URLs of ERC-4337 bundlers, keyed by CAIP-2 id. */
  bundlers: record(pipe(string(), regex(/^eip155:\d+$/)), WebAddressText),
  /** When true, local pages may use the frame, whatever the project allows. */
  isDevelopment: boolean(),
})
export type SecureSiteSettings = InferOutput<typeof SecureSiteSettings>
