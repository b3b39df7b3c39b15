import { CONTRACT_VERSION, type ViewName } from '@portico/contracts'
import { type HostContextValue, HostProvider } from '@portico/contracts/ui'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import type { Diagnostics } from '../src/releases/diagnosis.ts'
import { createViewSource, type ViewSource } from '../src/router/viewSource.ts'
import { type ShellContextValue, ShellProvider } from '../src/shellContext.ts'
import { createTranslate } from '../src/texts/i18n.ts'
import { HOST_VIEWS } from '../src/views/hostViews.ts'
import { HOST, type TestStore } from './store.ts'

/** A view source without remotes. */
const nothing: ViewSource = {
  find: () => undefined,
  loaded: () => undefined,
  drawn() {},
  crashed: async () => false,
  load: (view: ViewName) => Promise.reject(new Error(`no remote has ${view}`)),
}

/** What a modal says about itself before its code for remotes has loaded. */
const NOTHING_KNOWN: Diagnostics = {
  shell: '0.1.0',
  contract: CONTRACT_VERSION,
  host: HOST,
  configuration: 'local',
  releases: 'verified',
  remotes: [],
  hosts: [],
  stateKeys: [],
}

interface TestShellOptions {
  readonly shell?: Partial<ShellContextValue>
  readonly remotes?: ViewSource
}

/** Renders one of the host's components inside the modal, with a store from `createTestStore`. */
export function inShell(
  { store, commands }: TestStore,
  children: ReactNode,
  { shell = {}, remotes = nothing }: TestShellOptions = {},
): ReactNode {
  const { messages, locale } = store.getState().settings
  const texts = Object.values(store.getState().remotes.byId).map((remote) => remote.static.messages)
  const host: HostContextValue = {
    commands,
    t: createTranslate([messages, ...texts], locale),
    locale,
    adopt: () => () => {},
  }
  const parts: ShellContextValue = {
    commands,
    views: createViewSource(HOST_VIEWS, () => remotes),
    prepare: () => {},
    imageOf: () => undefined,
    siwx: () => undefined,
    diagnose: () => ({ ...NOTHING_KNOWN, stateKeys: Object.keys(store.getState()) }),
    retryReleases: async () => {},
    ...shell,
  }
  return (
    <Provider store={store as unknown as Parameters<typeof Provider>[0]['store']}>
      <ShellProvider value={parts}>
        <HostProvider value={host}>{children}</HostProvider>
      </ShellProvider>
    </Provider>
  )
}
