import {
  type ChainNamespace,
  CONTRACT_VERSION,
  selectAccount,
  selectActiveNamespace,
  selectActiveNetwork,
  selectActiveNetworkId,
  selectConnection,
  selectNetworks,
} from '@portico/contracts'
import { endBy } from '../connections/connectionCode.ts'
import { snackShown } from '../feedbackSlice.ts'
import type { ModalShell } from '../modalShell.ts'
import { themeModeChanged, themeVariablesChanged } from '../settingsSlice.ts'
import type { RootState } from '../store.ts'
import { textOf } from '../texts/textOf.ts'
import type { PorticoModal } from './publicApi.ts'
import { createPublicConnections, siteCommands } from './publicConnections.ts'
import { publicAccount, publicConnections, publicNetwork, publicState } from './publicSnapshot.ts'

type Shell = Pick<ModalShell, 'context' | 'store' | 'services' | 'events' | 'opening' | 'releases' | 'signIn'>

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Keeps only valid CSS values, because a page may be untyped. */
function cssValues(variables: unknown): Record<string, string | number> {
  try {
    const entries: [string, unknown][] = Object.entries(Object(variables))
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1])),
    )
  } catch {
    return {}
  }
}

/**
 * Creates the modal's API for the page (`publicApi.ts`).
 * @param ready the result of `ready()`
 * @param dispose stops everything that the modal does
 */
export function createPublicModal(
  { context, store, services, events, opening, releases, signIn }: Shell,
  ready: Promise<void>,
  dispose: () => Promise<void>,
): PorticoModal {
  const state = () => store.getState()

  /** Calls back when the content of the selected value has changed, not merely its identity. */
  function subscribe<T>(select: (state: RootState) => T, onChange: (value: T) => void): () => void {
    let last = select(state())
    return store.subscribe(() => {
      const next = select(state())
      if (isSame(last, next)) return
      last = next
      try {
        onChange(next)
      } catch (error) {
        console.error('[portico] a listener of the page failed', error)
      }
    })
  }

  const providerOf = (namespace: ChainNamespace) => {
    const connection = selectConnection(state(), namespace)
    const provider = connection && services.adapters[namespace]?.getProvider(connection.connectorId)
    return services.requestPreview ? services.requestPreview.shown(provider, namespace) : provider
  }
  const theme = ({ settings }: RootState) => ({
    themeMode: settings.themeMode,
    themeVariables: settings.themeVariables,
  })

  return {
    ready: () => ready,
    async open(options) {
      // A page written in JavaScript may pass null.
      if (options?.arguments) return (await siteCommands()).openWithArguments({ store, ...opening }, options)
      await opening.open(options ?? {})
    },
    close: async () => opening.close(),
    disconnect: (namespace) => store.dispatch(endBy(namespace, (code) => code.disconnectAll(namespace))),
    switchNetwork: async (network, options) =>
      store.dispatch((await siteCommands()).switchTo(network, options?.throwOnFailure ?? false)),
    dispose,
    ...createPublicConnections(store, services),
    addNetwork: async (namespace, network) => store.dispatch((await siteCommands()).addNetwork(namespace, network)),
    removeNetwork: async (namespace, id) => store.dispatch((await siteCommands()).removeNetwork(namespace, id)),
    fetchBalance: async (namespace) => store.dispatch((await siteCommands()).fetchBalance(namespace)),
    fetchIdentity: async (namespace) => store.dispatch((await siteCommands()).fetchIdentity(namespace)),
    updateEmail: async () => (await siteCommands()).updateEmail({ store, services, ...opening }),
    getSIWX: () => signIn.current()?.config,

    setThemeMode: (mode) => void (['dark', 'light'].includes(mode) && store.dispatch(themeModeChanged(mode))),
    setThemeVariables: (variables) => void store.dispatch(themeVariablesChanged(cssValues(variables))),
    showErrorMessage: (text) => void store.dispatch(snackShown({ variant: 'error', text: textOf(text) })),
    showSuccessMessage: (text) => void store.dispatch(snackShown({ variant: 'success', text: textOf(text) })),

    isOpen: () => state().router.isOpen,
    getState: () => publicState(state()),
    getAccount: (namespace) => publicAccount(state(), namespace),
    getAddress: (namespace) => selectAccount(state(), namespace)?.address,
    getCaipAddress: (namespace) => selectAccount(state(), namespace)?.caipAddress,
    getIsConnectedState: () => opening.isConnected(),
    getCaipNetwork: () => selectActiveNetwork(state()),
    getCaipNetworkId: () => selectActiveNetworkId(state()),
    getCaipNetworks: (namespace) =>
      selectNetworks(state()).filter((network) => !namespace || network.chainNamespace === namespace),
    getChainId: () => publicNetwork(state()).chainId,
    getActiveChainNamespace: () => selectActiveNamespace(state()),
    getConnectors: () => Object.values(state().connections.connectors).flat(),
    getWalletProvider: () => providerOf(selectActiveNamespace(state())),
    getProvider: providerOf,
    getThemeMode: () => state().settings.themeMode,
    getThemeVariables: () => state().settings.themeVariables,
    getRemoteFeatures: () => ({ ...state().project.features }),
    getEvent: events.last,
    getDiagnostics: () => ({
      shell: __SHELL_VERSION__,
      contract: CONTRACT_VERSION,
      host: context.host,
      configuration: state().project.source,
      releases: state().remotes.failure?.code ?? 'verified',
      refused: releases.refused(),
      stateKeys: Object.keys(state()),
      remotes: [],
      hosts: [],
      ...releases.deferred()?.diagnoseRemotes(state(), context.host),
    }),

    subscribeState: (onChange) => subscribe(publicState, onChange),
    subscribeAccount: (onChange, namespace) => subscribe((now) => publicAccount(now, namespace), onChange),
    subscribeNetwork: (onChange) => subscribe(publicNetwork, onChange),
    subscribeConnections: (onChange) => subscribe(publicConnections, onChange),
    subscribeProviders: (onChange) =>
      subscribe(publicConnections, () =>
        onChange(
          Object.fromEntries(
            (Object.keys(services.adapters) as ChainNamespace[]).flatMap((namespace) => {
              const provider = providerOf(namespace)
              return provider ? [[namespace, provider]] : []
            }),
          ),
        ),
      ),
    subscribeTheme: (onChange) => subscribe(theme, onChange),
    subscribeRemoteFeatures: (onChange) => subscribe((now) => ({ ...now.project.features }), onChange),
    subscribeEvents: events.subscribe,
  }
}
