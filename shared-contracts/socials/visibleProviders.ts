import type { SocialProvider } from '../src/socialProviders.ts'
import { type MiniAppSystem, miniAppSystem } from './miniApp.ts'
import { findProvider, type ProviderInfo } from './providers.ts'

/** views.md §6.3: the providers whose pages do not work in Telegram's browser. */
const HIDDEN: Readonly<Record<MiniAppSystem, readonly SocialProvider[]>> = {
  ios: ['google'],
  macos: ['x'],
  android: ['facebook', 'x'],
  other: [],
}

/**
 * The providers to offer, each once, in the order that the project gives.
 * @param configured ids from the options or the configuration; unknown ones are skipped
 * @param system the system on which the page is a mini app; undefined when it is not one
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
