import {
  type ChainAdapter,
  type Connector,
  DEFAULT_CAIP_NETWORK_ID,
  isCaipNetworkId,
  selectNetworks,
  type ViewName,
} from '@portico/contracts'
import { isAnyOf } from '@reduxjs/toolkit'
import english from '../messages/en.json'
import { createActingDoor } from './acting/actingDoor.ts'
import { installAnalytics } from './analytics/installAnalytics.ts'
import { connectionCode } from './connections/connectionCode.ts'
import { connectorsFound } from './connections/connectionsSlice.ts'
import { networksRead } from './connections/networksSlice.ts'
import { CORE_VIEWS } from './core.ts'
import { readWallets } from './directory/readWallets.ts'
import { createEmbeddedWallet } from './embeddedWallet/createEmbeddedWallet.ts'
import { createEvents } from './events.ts'
import type { HostServices } from './extra.ts'
import { BUILT_IN, createAdapters, createPagePairing } from './families.ts'
import { alertOnce } from './feedbackSlice.ts'
import { createModalRoot } from './frame/shadowRoot.ts'
import { firstMessages, laterMessages, localeOf } from './hostMessages.ts'
import { createRemotes, type RemoteCode } from './kernel/createRemotes.ts'
import { loadPinned } from './kernel/loadPinned.ts'
import { createLifecycle, whenIdle, whenPainted } from './lifecycle.ts'
import type { LoaderContext } from './loader/protocol.ts'
import { mountShell } from './mountShell.tsx'
import { type ReadOptions, readOptions } from './options/readOptions.ts'
import type { PorticoOptions } from './options/types.ts'
import { createProject } from './project/createProject.ts'
import type { PorticoModal } from './publicApi.ts'
import { siteCommands } from './publicConnections.ts'
import { createPublicModal } from './publicModal.ts'
import { createRegistry } from './registry.ts'
import { createReleases, type Releases } from './releases/createReleases.ts'
import { CONNECTING_VIEWS, PAIRING_VIEWS } from './router/connectingViews.ts'
import { createCommands } from './router/createCommands.ts'
import { closed, opened } from './router/routerSlice.ts'
import { selectIsShown } from './router/selectIsShown.ts'
import { createViewSource } from './router/viewSource.ts'
import { messagesArrived, optionsRead } from './settingsSlice.ts'
import { startSiwx } from './siwx/startSiwx.ts'
import { createStorage } from './storage.ts'
import { createStore, type ShellStore } from './store.ts'

const features = () => loadPinned(() => import(/* webpackChunkName: "features" */ './featuresCode.ts'))

function remoteCode(host: string, locale: string, releases: () => Releases): RemoteCode {
  return {
    load: async (id, version, release, view) =>
      (await features()).loadRemoteCode(id, version, release, { host, index: releases().index() }, view),
    async messages(release) {
      if (locale === 'en') return {}
      await new Promise<void>(whenPainted)
      return features()
        .then(({ loadRemoteMessages }) => loadRemoteMessages(release, host, locale))
        .catch(() => ({}))
    },
  }
}

/** Shows what is wrong with the options: to the developer in the console, to whoever looks in the alert bar. */
function report({ problems, fatal }: ReadOptions, store: ShellStore): void {
  const first = fatal ?? problems[0]
  if (first) store.dispatch(alertOnce(first))
  for (const problem of problems) if (problem !== first) console.error('[portico]', problem)
}

/**
 * One modal: store, adapters, kernel and shadow root of its own. This is the one place where the parts meet; nothing
 * at module level belongs to any of them.
 */
export function createModal(input: PorticoOptions, context: LoaderContext): PorticoModal {
  const read = readOptions(input, context.host, BUILT_IN)
  const { options, networks, problems, fatal } = read
  const storage = createStorage(options.storageKey ?? options.projectId)
  const events = createEvents()
  const life = new AbortController()
  const showAsked = async () => (await siteCommands()).showAsked({ ...kernel, services, lifecycle })
  const opening: { life?: AbortController | undefined } = {}
  const pairing = createPagePairing(read, () => store)
  const embeddedWallet = createEmbeddedWallet(
    () => ({ ...kernel, services, lifecycle, texts: ownTexts, releases: () => releases }),
    loadPinned,
  )
  const services: HostServices = {
    adapters: createAdapters(read, pairing, embeddedWallet, {
      opening: () => opening.life?.signal,
      whenOpened: (effect) => startListening({ actionCreator: opened, effect }),
      networks: () => selectNetworks(store.getState()),
    }),
    pairing,
    embeddedWallet,
    oneClick: () => siwx.ready(),
    sdkVersion: context.sdkVersion,
    registry: createRegistry(options, context.sdkVersion, readWallets),
    storage,
    life: life.signal,
    watchState: (onChange) => store.subscribe(onChange),
    track: events.track,
    asked: options.preview === 'all' ? { load: showAsked, shown() {} } : undefined,
  }
  const { store, reducers, middlewares, startListening, stopListening } = createStore(services)

  const locale = localeOf(options.locale)
  store.dispatch(
    optionsRead({
      options,
      themeMode: options.themeMode,
      themeVariables: options.themeVariables,
      locale,
      messages: english,
    }),
  )
  const stored = storage.read('network')
  const known = networks.find(({ caipNetworkId }) => caipNetworkId === stored?.caipNetworkId)?.caipNetworkId
  const wantedId = (stored?.isWanted && known) || read.defaultNetworkId
  const chosenId = known ?? read.defaultNetworkId ?? networks[0]?.caipNetworkId ?? DEFAULT_CAIP_NETWORK_ID
  store.dispatch(
    networksRead({
      list: networks,
      chosenId: isCaipNetworkId(chosenId) ? chosenId : DEFAULT_CAIP_NETWORK_ID,
      wantedId,
    }),
  )
  report(read, store)

  const root = createModalRoot({ isEmbedded: options.enableEmbedded, isAppended: !options.disableAppend })
  const situation = { hasAdapters: read.families.length > 0 && !options.basic }
  const lifecycle = createLifecycle({
    store,
    situation,
    problems: fatal ? [fatal] : problems,
    isFatal: Boolean(fatal),
    events,
  })
  const acting = createActingDoor(
    () => ({ store, reducers, services, swapRouters: () => releases.later()?.swapRouters }),
    loadPinned,
  )
  const commands = createCommands(store, lifecycle.home, lifecycle.isConnected, embeddedWallet, {
    acting,
    previews: options.preview,
    async emailCapture() {
      const code = () => import(/* webpackChunkName: "siwx" */ './siwx/siwxCode.ts')
      const [{ createEmailCapture }, plugIn] = await Promise.all([loadPinned(code), siwx.ready()])
      return createEmailCapture({ store, commands, arrive: lifecycle.arrive, config: plugIn?.config })
    },
  })
  const kernel = { store, reducers, middlewares, startListening, commands }
  const remotes = createRemotes(
    kernel,
    remoteCode(context.host, locale, () => releases),
    lifecycle.landing,
  )
  let texts: Promise<void> | undefined
  const ownTexts = () => {
    texts ??= laterMessages(context.host, locale).then(
      (messages) => void store.dispatch(messagesArrived(messages)),
      (error) => {
        texts = undefined // the next view that needs them tries again
        throw error
      },
    )
    return texts
  }
  const preparePairing = () => {
    if (!services.pairing) return
    // In the file of the views that draw it. What fails here is said when it is really needed.
    const code = () => import(/* webpackChunkName: "wallets" */ './connections/pair.ts')
    services.pairing.load().catch(() => {})
    loadPinned(code).then(
      (pair) => {
        if (!life.signal.aborted) void store.dispatch(pair.preparePairing())
      },
      () => {},
    )
  }
  const releases: Releases = createReleases(
    { store, storage, remotes, loadLater: async (pin) => (await features()).loadLaterReleases(pin, context.host) },
    { ...context, api: options.endpoints.api },
  )
  const remoteViews = {
    ...remotes,
    async load(view: ViewName) {
      if (!remotes.find(view)) await releases.complete()
      return remotes.load(view)
    },
  }
  const views = createViewSource(CORE_VIEWS, () => remoteViews, ownTexts)
  const prepareAccount = () => Promise.all([features(), releases.complete(), views.load('Account'), connectionCode()])
  // Seen from the beginning, and so not opened, which would fetch it. What fails is said when it is really needed.
  if (options.enableEmbedded) whenPainted(() => connectionCode().catch(() => {}))
  const project = createProject({ store, storage, options, sdkVersion: context.sdkVersion })
  void firstMessages(context, locale).then((texts) => texts && store.dispatch(messagesArrived(texts)))

  /** The site's own picture of a wallet counts more than the wallet's. */
  const withOwnImage = (connector: Connector): Connector => {
    const imageUrl = options.connectorImages?.[connector.id]
    return imageUrl ? { ...connector, imageUrl } : connector
  }
  for (const adapter of Object.values(services.adapters)) {
    const { namespace } = adapter
    const onFound = (connectors: Parameters<Parameters<ChainAdapter['watchConnectors']>[0]>[0]) =>
      store.dispatch(connectorsFound({ namespace, connectors: connectors.map(withOwnImage) }))
    try {
      adapter.watchConnectors(onFound, life.signal)
    } catch (error) {
      console.error('[portico]', error) // one of the site's own: its family has no wallets then, and the others go on
    }
  }
  startListening({
    matcher: isAnyOf(opened, closed),
    effect() {
      opening.life?.abort()
      opening.life = selectIsShown(store.getState()) ? new AbortController() : undefined
    },
  })
  const siwx = startSiwx({
    store,
    startListening,
    services,
    commands,
    connectingViews: CONNECTING_VIEWS,
    present: lifecycle.present,
    arrive: lifecycle.arrive,
    captureKnown: lifecycle.captureKnown,
    plugIns: read.plugIns,
  })
  const stopAnalytics = installAnalytics({ events, store, context, whenIdle })
  const stopLifecycle = lifecycle.start({
    services,
    startListening,
    commands,
    views,
    project,
    releases,
    context,
    prepareAccount,
    preparePairing,
  })

  const prepare = (view: string) => {
    // Whoever points at a wallet will see the account next; what fails here is said when it is really needed.
    if (view === 'Account') void prepareAccount().catch(() => {})
    else if (PAIRING_VIEWS.includes(view)) {
      if (options.prefetch === 'none') return
      void views.load(view as ViewName).catch(() => {})
      preparePairing()
    } else void remotes.prepare(view as Parameters<typeof remotes.prepare>[0]).catch(() => {})
  }
  const retryReleases = () => releases.refresh()
  const unmount = mountShell(
    store,
    {
      commands,
      first: context.first,
      views,
      prepare,
      imageOf: services.registry.imageOf,
      siwx: siwx.current,
      retryReleases,
    },
    root,
  )

  return createPublicModal({
    store,
    services,
    events,
    commands,
    lifecycle,
    networks: () => selectNetworks(store.getState()),
    host: context.host,
    siwx: siwx.current,
    async dispose() {
      life.abort()
      opening.life?.abort()
      pairing?.dispose()
      siwx.dispose()
      stopLifecycle()
      stopAnalytics()
      releases.dispose()
      unmount()
      root.dispose()
      await remotes.dispose()
      stopListening()
    },
  })
}
