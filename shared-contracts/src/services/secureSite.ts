import { boolean, type InferOutput, object, pipe, record, regex, string } from 'valibot'
import { WebAddressText } from './wireText.ts'

/**
 * The page "Your wallet": its owner signs in there anew, takes the keys along, signs out everywhere, deletes it. `projectId` is
 * in the query. Below the origin of the secure site, beside those of `embeddedWallet/frameUrl.ts` and `services/login.ts`.
 */
export const WALLET_PATH = '/wallet'

const Origin = pipe(string(), regex(/^https?:\/\/[^/]+$/, 'must be an origin'))

/** Below the origin of the secure site: `SecureSiteSettings` as JSON. */
export const SETTINGS_PATH = '/settings.json'

/**
 * What the pages of the secure site are told by their server. It is a file of its own, so that the pages themselves have the
 * same bytes wherever they are served. Operators configure it; no page that embeds the frame has a say in it.
 */
export const SecureSiteSettings = object({
  /** Of the services: login, project configuration, JSON-RPC. */
  services: Origin,
  /** Of the two share stores. */
  shares: object({ auth: Origin, recovery: Origin }),
  /** ERC-4337 bundlers, by CAIP-2 id. */
  bundlers: record(pipe(string(), regex(/^eip155:\d+$/)), WebAddressText),
  /** Pages of this machine may use the frame, whatever the project says. */
  isDevelopment: boolean(),
})
export type SecureSiteSettings = InferOutput<typeof SecureSiteSettings>
