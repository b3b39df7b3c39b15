import type { Ask } from './frameBridge.ts'
import type { EmbeddedSetup } from './setup.ts'
import { frameTheme } from './theme.ts'

interface ThemeSync {
  /** The frame has loaded: sends the theme now and on each change. */
  begin(): void
  /** Sends the theme once more. @throws ModalError as a rejection: `frame.*` */
  send(): Promise<void>
  stop(): void
}

/** Keeps the frame in the site's colors (secure-frame.md §13). Sends nothing before the frame has loaded. */
export function createThemeSync({ store, ask }: Pick<EmbeddedSetup, 'store'> & { readonly ask: Ask }): ThemeSync {
  let stop: (() => void) | undefined
  const current = () => store.getState().settings
  const send = async () => {
    const { themeMode, themeVariables } = current()
    await ask('SYNC_THEME', frameTheme(themeMode, themeVariables))
  }
  const sendSoon = () => void send().catch(() => {}) // a color must not keep anyone from signing

  return {
    begin() {
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
    send,
    stop: () => stop?.(),
  }
}
