/** The social accounts that visitors can sign in with, and which the host and the remote show in which environment. */
export type { Logo, LogoPath } from './logos.ts'
export { type MiniAppSource, type MiniAppSystem, miniAppSystem } from './miniApp.ts'
export { ProviderLogo } from './ProviderLogo.tsx'
export { FARCASTER, findProvider, type ProviderInfo, SOCIAL_PROVIDERS } from './providers.ts'
export { visibleProviders } from './visibleProviders.ts'
