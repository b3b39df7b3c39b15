import { boolean, type InferOutput, object, pipe, record, regex, string } from 'valibot'
import { WebAddressText } from './wireText.ts'

/**
 * The page "Your wallet", where the owner signs in again, exports the keys, signs out everywhere or deletes the wallet.
 * `projectId` is in the query. Below the secure site's origin, like the paths in `embeddedWallet/frameUrl.ts` and
 * `services/login.ts`.
 */
export const WALLET_PATH = '/wallet'

const Origin = pipe(string(), regex(/^https?:\/\/[^/]+$/, 'must be an origin'))

/** Below the secure site's origin: `SecureSiteSettings` as JSON. */
export const SETTINGS_PATH = '/settings.json'

/**
 * The secure site's configuration from its server. In its own file, so that the pages have the same bytes wherever they
 * are served. Set by operators; pages that embed the frame cannot influence it.
 */
export const SecureSiteSettings = object({
  /** The services' origin: login, project configuration, JSON-RPC. */
  services: Origin,
  /** The two share stores' origins. */
  shares: object({ auth: Origin, recovery: Origin }),
  /** ERC-4337 bundlers, by CAIP-2 id. */
  bundlers: record(pipe(string(), regex(/^eip155:\d+$/)), WebAddressText),
  /** Local pages may use the frame, whatever the project says. */
  isDevelopment: boolean(),
})
export type SecureSiteSettings = InferOutput<typeof SecureSiteSettings>
