import type { SocialProvider } from '../src/socialProviders.ts'
import { type MiniAppSystem, miniAppSystem } from './miniApp.ts'
import { findProvider, type ProviderInfo } from './providers.ts'

/** views.md §6.3: providers that Telegram's browsers cannot show. */
const HIDDEN: Readonly<Record<MiniAppSystem, readonly SocialProvider[]>> = {
  ios: ['google'],
  macos: ['x'],
  android: ['facebook', 'x'],
  other: [],
}

/**
 * The providers to offer here, each once, in the project's order.
 * @param configured names from the options or the configuration; unknown ones are skipped
 * @param system of the mini app that the page runs in; undefined outside of one
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
