import type { SocialProvider } from '../src/socialProviders.ts'
import { type MiniAppSystem, miniAppSystem } from './miniApp.ts'
import { findProvider, type ProviderInfo } from './providers.ts'

/** views.md §6.3: whom Telegram's browsers cannot show. */
const HIDDEN: Readonly<Record<MiniAppSystem, readonly SocialProvider[]>> = {
  ios: ['google'],
  macos: ['x'],
  android: ['facebook', 'x'],
  other: [],
}

/**
 * Those that can be offered here, each once, in the order of the project.
 * @param configured names as they stand in options or configuration; unknown ones are passed over
 * @param system of the mini app that the page is; undefined: it is none
 */
export function visibleProviders(
  configured: readonly string[],
  system: MiniAppSystem | undefined = miniAppSystem(),
): readonly ProviderInfo[] {
  const hidden = system ? HIDDEN[system] : []
  return [...new Set(configured)]
    .map(findProvider)
    .filter((provider): provider is ProviderInfo => provider !== undefined && !hidden.includes(provider.id))
}
