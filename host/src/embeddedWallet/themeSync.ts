import type { RequestPayload } from '@portico/contracts/embeddedWallet/requests'
import type { Ask } from './frameBridge.ts'
import type { EmbeddedSetup } from './setup.ts'

/** The protocol's colors, used when the site sets no accent (secure-frame.md §13). */
const DEFAULTS = {
  light: { accent: 'hsla(231, 100%, 70%, 1)', background: '#fff' },
  dark: { accent: 'hsla(230, 100%, 67%, 1)', background: '#202020' },
} as const

/** The site's theme in the frame's format. */
function frameTheme(
  themeMode: 'light' | 'dark',
  themeVariables: Readonly<Record<string, string | number>>,
): RequestPayload<'SYNC_THEME'> {
  const { accent, background } = DEFAULTS[themeMode]
  const own = themeVariables['--apkt-accent'] ?? themeVariables['--w3m-accent'] ?? accent
  return {
    themeMode,
    themeVariables,
    w3mThemeVariables: { '--w3m-accent': String(own), '--w3m-background': background },
  }
}

/** Keeps the frame's colors those of the site (secure-frame.md §13). Sends nothing before the frame has loaded. */
export function createThemeSync({ store, ask }: Pick<EmbeddedSetup, 'store'> & { readonly ask: Ask }) {
  let stop: (() => void) | undefined
  const current = () => store.getState().settings
  const send = async () => {
    const { themeMode, themeVariables } = current()
    await ask('SYNC_THEME', frameTheme(themeMode, themeVariables))
  }
  const sendSoon = () => void send().catch(() => {}) // a color must not keep anyone from signing

  return {
    /** To be called when the frame has loaded: sends the theme now and on each change. */
    begin(): void {
      if (stop) return
      let { themeMode, themeVariables } = current()
      stop = store.subscribe(() => {
        const now = current()
        if (now.themeMode === themeMode && now.themeVariables === themeVariables) return
        themeMode = now.themeMode
        themeVariables = now.themeVariables
        sendSoon()
      })
      sendSoon()
    },
    /** Sends the theme once more. @throws ModalError as a rejection: `frame.*` */
    send,
    stop: () => stop?.(),
  }
}
