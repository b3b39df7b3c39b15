/** Signing in at a hosted service, for sites: `createModal({ siwx: hostedAuthentication({ api, projectId }) })`. */
export { isSIWXError, SIWXError, type SIWXErrorCode } from '../errors.ts'
export { HostedAuthentication, type HostedAuthenticationOptions, hostedAuthentication } from './HostedAuthentication.ts'
export type { ServiceOptions, SessionAccount, WalletInfo } from './types.ts'
