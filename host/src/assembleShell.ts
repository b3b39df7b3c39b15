import { DEFAULT_CAIP_NETWORK_ID, isCaipNetworkId, selectNetworks } from '@portico/contracts'
import { onceLoaded } from '@portico/contracts/onceLoaded'
import english from '../messages/en.json'
import { createActingDoor } from './acting/actingDoor.ts'
import { networksRead } from './connections/networksSlice.ts'
import { createAdapters, createPagePairing } from './createAdapters.ts'
import { readWallets } from './directory/readWallets.ts'
import { createWalletDirectory } from './directory/walletDirectory.ts'
import { createEmbeddedWallet } from './embeddedWallet/createEmbeddedWallet.ts'
import { alertOnce } from './feedbackSlice.ts'
import { createModalRoot } from './frame/shadowRoot.ts'
import type { HostServices } from './hostServices.ts'
import { createRemotes, type Remotes } from './kernel/createRemotes.ts'
import type { Kernel } from './kernel/install.ts'
import { loadPinned } from './kernel/loadPinned.ts'
import type { LoaderContext } from './loader/protocol.ts'
import type { ModalShell } from './modalShell.ts'
import { captureKnown, leadOn } from './opening/afterConnecting.ts'
import { createOpening } from './opening/createOpening.ts'
import { createOpenSignal, type OpenSignal } from './opening/openSignal.ts'
import type { ReadOptions } from './options/readOptions.ts'
import { createProject } from './project/createProject.ts'
import { createReleases, type Releases } from './releases/createReleases.ts'
import { featuresCode, remoteCode } from './releases/remoteCode.ts'
import { CONNECTING_VIEWS } from './router/connectingViews.ts'
import { createCommands } from './router/createCommands.ts'
import { opened } from './router/routerSlice.ts'
import { createViewSource, type ViewSource } from './router/viewSource.ts'
import { messagesArrived, optionsRead } from './settingsSlice.ts'
import { createEvents } from './site/events.ts'
import { siteCommands } from './site/publicConnections.ts'
import { createSignIn } from './siwx/createSignIn.ts'
import { createStorage } from './storage.ts'
import { createStore, type ShellStore } from './store.ts'
import { deferredMessages, localeOf } from './texts/hostMessages.ts'
import { HOST_VIEWS } from './views/hostViews.ts'

/** Puts the site's options and the network of the last visit into the store, and reports errors in the options. */
function fillStore(
  store: ShellStore,
  { options, networks, defaultNetworkId, fatal, problems }: ReadOptions,
  services: HostServices,
  locale: string,
): void {
  const { themeMode, themeVariables } = options
  store.dispatch(optionsRead({ options, themeMode, themeVariables, locale, messages: english }))
  const stored = services.storage.read('network')
  const known = networks.find(({ caipNetworkId }) => caipNetworkId === stored?.caipNetworkId)?.caipNetworkId
  const chosenId = known ?? defaultNetworkId ?? networks[0]?.caipNetworkId ?? DEFAULT_CAIP_NETWORK_ID
  store.dispatch(
    networksRead({
      list: networks,
      chosenId: isCaipNetworkId(chosenId) ? chosenId : DEFAULT_CAIP_NETWORK_ID,
      wantedId: (stored?.isWanted && known) || defaultNetworkId,
    }),
  )
  // The first problem is shown in the modal, the others only to the developer.
  const [first, ...others] = fatal ? [fatal, ...problems] : problems
  if (first) store.dispatch(alertOnce(first))
  for (const problem of others) console.error('[portico]', problem)
}

/** The services that talk to wallets. @param made the store and its listeners, once they exist */
function createWalletServices(
  read: ReadOptions,
  openSignal: OpenSignal,
  all: () => ModalShell,
  made: () => ReturnType<typeof createStore>,
): Pick<HostServices, 'adapters' | 'pairing' | 'embeddedWallet' | 'oneClick' | 'requestPreview'> {
  const pairing = createPagePairing(read, () => made().store)
  const embeddedWallet = createEmbeddedWallet(all, loadPinned)
  return {
    adapters: createAdapters(read, pairing, embeddedWallet, {
      opening: openSignal.current,
      whenOpened: (effect) => made().startListening({ actionCreator: opened, effect }),
      networks: () => selectNetworks(made().store.getState()),
    }),
    pairing,
    embeddedWallet,
    oneClick: () => all().signIn.ready(),
    requestPreview:
      read.options.preview === 'all'
        ? { load: async () => (await siteCommands()).previewRequests(all()), shown() {} }
        : undefined,
  }
}

/** The remotes, and the releases that they are part of. */
function createReleasedRemotes(
  kernel: Kernel,
  {
    context,
    locale,
    read,
    services,
    opening,
  }: Pick<ModalShell, 'context' | 'locale' | 'read' | 'services' | 'opening'>,
): { readonly remotes: Remotes; readonly releases: Releases; readonly views: ViewSource } {
  const reader = { ...context, api: read.options.endpoints.api }
  const remotes = createRemotes(
    kernel,
    remoteCode(reader, locale, () => releases.index()),
    opening.landing,
    (view) => Object.hasOwn(HOST_VIEWS, view),
    () => releases.watch,
  )
  const releases = createReleases(
    {
      store: kernel.store,
      storage: services.storage,
      remotes,
      loadDeferred: async (pin) => (await featuresCode()).loadDeferredReleases(pin, context.host),
      loadRecovery: async (setup) => (await featuresCode()).createRecovery(setup, context.sdkVersion),
    },
    reader,
  )
  const views: ViewSource = {
    ...remotes,
    // A view that is still unknown may be in the rest of the release index.
    async load(view) {
      if (!remotes.find(view)) await releases.complete()
      return remotes.load(view)
    },
  }
  return { remotes, releases, views }
}

/** Loads the code that asks the visitor for an e-mail address. */
async function loadEmailCapture(shell: ModalShell) {
  const code = () => import(/* webpackChunkName: "siwx" */ './siwx/siwxCode.ts')
  const [{ createEmailCapture }, siwx] = await Promise.all([loadPinned(code), shell.signIn.ready()])
  return createEmailCapture({ ...shell, arrive: (account) => leadOn(shell, account), config: siwx?.config })
}

/** Creates the parts of a modal. A part that needs a later one gets it from `all` when needed. */
export function assembleShell(
  read: ReadOptions,
  context: LoaderContext,
): { readonly shell: ModalShell; readonly dispose: () => Promise<void> } {
  const all = () => shell
  const { options } = read
  const locale = localeOf(options.locale)
  const life = new AbortController()
  const storage = createStorage(options.storageKey ?? options.projectId)
  const events = createEvents()
  const openSignal = createOpenSignal()
  const services: HostServices = {
    ...createWalletServices(read, openSignal, all, () => made),
    sdkVersion: context.sdkVersion,
    walletDirectory: createWalletDirectory(options, context.sdkVersion, readWallets),
    storage,
    life: life.signal,
    watchState: (onChange) => made.store.subscribe(onChange),
    track: events.track,
  }
  const made = createStore(services)
  const { store, reducers, middlewares, startListening, stopListening } = made
  fillStore(store, read, services, locale)

  const opening = createOpening(all)
  const acting = createActingDoor(
    () => ({ store, reducers, services, swapRouters: () => releases.deferred()?.swapRouters }),
    loadPinned,
  )
  const commands = createCommands(store, opening.home, opening.isConnected, services.embeddedWallet, {
    acting,
    previews: options.preview,
    emailCapture: () => loadEmailCapture(shell),
  })
  const kernel = { store, reducers, middlewares, startListening, commands }
  const { remotes, releases, views } = createReleasedRemotes(kernel, { context, locale, read, services, opening })
  const texts = onceLoaded(async () => {
    store.dispatch(messagesArrived(await deferredMessages(context.host, locale)))
  })
  const signIn = createSignIn({
    store,
    startListening,
    services,
    commands,
    connectingViews: CONNECTING_VIEWS,
    present: opening.present,
    arrive: (account) => leadOn(shell, account),
    captureKnown: () => captureKnown(shell),
    plugIns: read.plugIns,
  })
  const shell: ModalShell = {
    ...kernel,
    context,
    read,
    locale,
    services,
    events,
    opening,
    openSignal,
    project: createProject({ store, storage, options, sdkVersion: context.sdkVersion }),
    releases,
    remotes,
    views: createViewSource(HOST_VIEWS, () => views, texts),
    texts,
    signIn,
    root: createModalRoot({ isEmbedded: options.enableEmbedded, isAppended: !options.disableAppend }),
  }
  return {
    shell,
    async dispose() {
      life.abort()
      services.pairing?.dispose()
      releases.dispose()
      shell.root.dispose()
      await remotes.dispose()
      stopListening()
    },
  }
}
