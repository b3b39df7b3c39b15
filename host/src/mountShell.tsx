import type { Messages } from '@portico/contracts'
import { type HostContextValue, HostProvider } from '@portico/contracts/ui'
import { useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { ModalFrame } from './frame/ModalFrame.tsx'
import type { ModalRoot } from './frame/shadowRoot.ts'
import type { Part } from './modalShell.ts'
import { prepareView } from './opening/preparing.ts'
import { diagnose } from './releases/diagnose.ts'
import { selectHostMessages, selectLocale } from './settingsSlice.ts'
import { type ShellContextValue, ShellProvider, useShellSelector } from './shellContext.ts'
import type { RootState } from './store.ts'
import { createTranslate } from './texts/i18n.ts'

const selectById = (state: RootState) => state.remotes.byId

/** The texts of the host and of every remote that is switched on: in the visitor's language first, then in English. */
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

/** Renders the modal into its shadow root. */
export const mountShell: Part = (shell) => {
  const { commands, context, views, services, signIn, releases, root, store } = shell
  const value: ShellContextValue = {
    commands,
    first: context.first,
    views,
    prepare: (view) => prepareView(shell, view),
    imageOf: services.walletDirectory.imageOf,
    siwx: signIn.current,
    diagnose: () => diagnose(store.getState(), context.host, releases),
    retryReleases: () => releases.refresh(),
  }
  const react = createRoot(root.mount)
  react.render(
    <Provider store={store as Parameters<typeof Provider>[0]['store']}>
      <Shell shell={value} root={root} />
    </Provider>,
  )
  return () => react.unmount()
}
