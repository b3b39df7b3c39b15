import type { RequestPayload } from '@portico/contracts/embeddedWallet/requests'

type Theme = RequestPayload<'SYNC_THEME'>

/** The protocol's colors when the site sets no accent (secure-frame.md §13). */
const DEFAULTS = {
  light: { accent: 'hsla(231, 100%, 70%, 1)', background: '#fff' },
  dark: { accent: 'hsla(230, 100%, 67%, 1)', background: '#202020' },
} as const

/** The site's theme in the frame's format. */
export function frameTheme(
  themeMode: 'light' | 'dark',
  themeVariables: Readonly<Record<string, string | number>>,
): Theme {
  const { accent, background } = DEFAULTS[themeMode]
  const own = themeVariables['--apkt-accent'] ?? themeVariables['--w3m-accent'] ?? accent
  return {
    themeMode,
    themeVariables,
    w3mThemeVariables: { '--w3m-accent': String(own), '--w3m-background': background },
  }
}
