import type { Messages } from '@portico/contracts'
import { type HostContextValue, HostProvider } from '@portico/contracts/ui'
import { useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { ModalFrame } from './frame/ModalFrame.tsx'
import type { ModalRoot } from './frame/shadowRoot.ts'
import { createTranslate } from './i18n.ts'
import { selectHostMessages, selectLocale } from './settingsSlice.ts'
import { type ShellContextValue, ShellProvider, useShellSelector } from './shellContext.ts'
import type { RootState, ShellStore } from './store.ts'

const selectById = (state: RootState) => state.remotes.byId

/** Texts of the host and of every remote that is on: the visitor's language first, then English. */
function useCatalogues(): readonly Messages[] {
  const host = useShellSelector(selectHostMessages)
  const byId = useShellSelector(selectById)
  return useMemo(
    () => [host, ...Object.values(byId).flatMap((remote) => [remote.messages ?? {}, remote.static.messages])],
    [host, byId],
  )
}

function Shell({ shell, root }: { shell: ShellContextValue; root: ModalRoot }) {
  const catalogues = useCatalogues()
  const locale = useShellSelector(selectLocale)
  const host = useMemo<HostContextValue>(
    () => ({ commands: shell.commands, t: createTranslate(catalogues, locale), locale, adopt: root.adopt }),
    [shell, root, catalogues, locale],
  )
  return (
    <ShellProvider value={shell}>
      <HostProvider value={host}>
        <ModalFrame />
      </HostProvider>
    </ShellProvider>
  )
}

/** Draws the modal into its shadow root. Returns the undo. */
export function mountShell(store: ShellStore, shell: ShellContextValue, root: ModalRoot): () => void {
  const react = createRoot(root.mount)
  react.render(
    <Provider store={store as Parameters<typeof Provider>[0]['store']}>
      <Shell shell={shell} root={root} />
    </Provider>,
  )
  return () => react.unmount()
}
