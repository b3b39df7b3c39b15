import {
  type ChainNamespace,
  type Connection,
  type ConnectionChange,
  type ConnectOptions,
  ModalError,
  type Network,
  selectActiveNetworkId,
  selectNetwork,
} from '@portico/contracts'
import { encodeHex } from '@portico/contracts/chains/bytes'
import { createEmitter } from '../async/emitter.ts'
import { unlessAborted } from '../async/unlessAborted.ts'
import { createProvider } from '../chains/solana/provider.ts'
import { signMessage as signSolanaMessage } from '../chains/solana/wallet.ts'
import { alertOnce } from '../feedbackSlice.ts'
import type { ResolvedOptions } from '../options/readOptions.ts'
import { closed } from '../router/routerSlice.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { RootState } from '../store.ts'
import { createTranslate } from '../texts/i18n.ts'
import { connectWallet } from './connectWallet.ts'
import { createFrame, type Frame, type FrameSetup } from './createFrame.ts'
import { createEip155Provider } from './eip155Provider.ts'
import { createEmailCommands } from './emailCommands.ts'
import { createSolanaWallet } from './embeddedSolanaWallet.ts'
import { embeddedWalletSlice } from './embeddedWalletSlice.ts'
import { frameError } from './frameErrors.ts'
import { createLogin } from './login.ts'
import { createRpcGate, type RpcGate } from './rpcGate.ts'
import { type ApprovalScreen, createScreen } from './screen.ts'
import { createSession } from './session.ts'
import type { EmbeddedSetup } from './setup.ts'
import { showFrame } from './showFrame.ts'
import { createSocialCommands } from './socialCommands.ts'
import { createThemeSync } from './themeSync.ts'
import type { EmbeddedClient } from './types.ts'
import { verifySite } from './verifySite.ts'

/** The page as it describes itself to the frame. */
function dappDataOf({ metadata, projectId }: ResolvedOptions, sdkVersion: string | undefined) {
  const { name, description = '', url = location.origin, icons = [] } = metadata
  return {
    projectId,
    metadata: { name, description, url, icons: [...icons] },
    sdkType: 'appkit' as const,
    ...(sdkVersion !== undefined && { sdkVersion }),
  }
}

const rpcUrlOf = (state: RootState, id: Network['caipNetworkId']) => selectNetwork(state, id)?.walletRpcUrls[0]

/** Creates the frame, with the page's settings. */
function frameOf(
  setup: EmbeddedSetup,
  { verify, ...more }: Pick<FrameSetup, 'secureSite' | 'dappData' | 'alert'> & { readonly verify: typeof verifySite },
): Frame {
  const { store, releases } = setup
  const state = store.getState()
  const { projectId, enableAuthLogger: isLogging } = selectOptions(state)
  const { messages, locale } = state.settings
  const chainId = selectActiveNetworkId(state)
  const rpcUrl = rpcUrlOf(state, chainId)
  return createFrame({
    ...more,
    verify: (url) => verify(url, releases),
    title: createTranslate([messages], locale)('host.title.approve'),
    parameters: {
      projectId,
      chainId,
      isLogging,
      isEmailCaptured: Boolean(state.project.features.emailCapture),
      ...(rpcUrl !== undefined && { rpcUrl }),
    },
    isPageAllowed: () => !store.getState().project.isFrameRefused,
  })
}

/** Shows requests that wait for the visitor in the window; closing the window drops them (views.md §2.5). */
function watchWindow({ startListening }: EmbeddedSetup, gate: RpcGate, screen: ApprovalScreen): void {
  startListening({ actionCreator: closed, effect: gate.rejectOpen })
  // Registered after the listener above, so that dropped requests are not shown again.
  const isHidden = () => gate.isWaiting() && !screen.isRoomShown()
  startListening({
    predicate: isHidden,
    async effect() {
      // Lets the code that changed the view finish first, because it may ask which view is on top.
      await Promise.resolve()
      if (isHidden()) screen.showApproval()
    },
  })
}

/**
 * The embedded wallet of one modal. Before its first use, it adds nothing to the page and sends no request.
 * @param verify checks what the secure site serves, before the frame is loaded
 * @throws ModalError `frame.siteMissing`
 */
export function createClient(setup: EmbeddedSetup, verify = verifySite): EmbeddedClient {
  const { store, reducers, services, commands, opening, takePopup, takeReturn } = setup
  const { life, storage, track } = services
  const state = () => store.getState()
  const options = selectOptions(state())
  const { secureSite } = options.endpoints
  if (!secureSite) throw frameError('frame.siteMissing')
  const { origin } = new URL(secureSite)
  reducers.add('embeddedWallet', embeddedWalletSlice.reducer)
  const alert = (error: ModalError) => void store.dispatch(alertOnce(error))
  const dappData = () => dappDataOf(options, services.sdkVersion)
  const frame = frameOf(setup, { secureSite, dappData, alert, verify })
  const { ask } = frame
  const theme = createThemeSync({ store, ask })
  const ready = async () => {
    const networks = await frame.init()
    theme.begin()
    return networks
  }

  const changes = createEmitter<Record<ChainNamespace, ConnectionChange>>()
  const connectionOf = (namespace: ChainNamespace): Connection | undefined => session.connection(namespace)
  const screen = createScreen({ store, commands, opening })
  const gate = createRpcGate({
    ask,
    postAbort: frame.postAbort,
    network: (namespace) => connectionOf(namespace)?.caipNetworkId,
    rpcUrl: (id) => rpcUrlOf(state(), id),
    screen,
  })
  const session = createSession({
    store,
    services,
    ask,
    ready,
    login: createLogin(storage),
    rejectOpen: gate.rejectOpen,
    tell(namespace, change) {
      changes.emit(namespace, change)
      if (namespace === 'solana') solanaWallet.hear(change)
      else eip155Provider.hear(change)
    },
  })
  const eip155Provider = createEip155Provider(gate, () => connectionOf('eip155'))
  const solanaWallet = createSolanaWallet(gate, () => connectionOf('solana'), session.signOut)
  const solanaProvider = createProvider(solanaWallet, () => {
    const id = connectionOf('solana')?.caipNetworkId
    return id && selectNetwork(state(), id)
  })

  watchWindow(setup, gate, screen)

  let isReviewed = false
  /**
   * Lets the visitor review new devices, once per page: the owner of a wallet without an email address cannot be warned
   * in any other way (docs/threat-model.md).
   */
  function reviewDevices(): void {
    if (isReviewed || createLogin(storage).read().provider === 'email') return
    isReviewed = true
    void gate.reviewDevices().catch(() => {}) // asked again at the next visit
  }

  const connect = (signal: AbortSignal) => connectWallet({ store, services, commands, session }, signal)
  life.addEventListener('abort', () => {
    theme.stop()
    session.dispose()
    gate.dispose()
    frame.dispose()
  })
  // The modal may have been disposed of while the code was loading.
  if (life.aborted) frame.dispose()

  return {
    prepare: () => void ready().catch(() => {}),
    preload: () =>
      ready().then(
        () => {},
        (cause) => {
          if (!life.aborted) alert(frameError('frame.preloadFailed', { cause }))
        },
      ),
    commands: {
      ...createEmailCommands({ ask, ready, login: createLogin(storage), session, track }),
      ...createSocialCommands({
        ask,
        ready,
        session,
        origin,
        track,
        storage,
        takePopup,
        takeReturn,
        dappDataAgain: () => ask('SYNC_DAPP_DATA', dappData()),
        connect,
      }),
      connect,
    },
    family: (namespace) => ({
      connect: (_: string, { network, signal }: ConnectOptions) =>
        unlessAborted(session.connect(namespace, network, signal), signal),
      async restore(_, { network }) {
        const connection = await session.restore(namespace, network)
        if (connection) reviewDevices()
        return connection
      },
      disconnect: session.signOut,
      watchConnection(_, onChange, signal) {
        changes.on(namespace, onChange)
        signal.addEventListener('abort', () => changes.removeListener(namespace, onChange))
      },
      async signMessage(_, address, message) {
        if (namespace === 'solana') return signSolanaMessage(solanaWallet, address, message)
        const params = [`0x${encodeHex(new TextEncoder().encode(message))}`, address]
        return (await gate.request({ method: 'personal_sign', params }, namespace)) as string
      },
      switchNetwork: (_, network) => session.switchNetwork(namespace, network),
      getProvider: () => connectionOf(namespace) && (namespace === 'solana' ? solanaProvider : eip155Provider),
    }),
    async setAccountType(namespace, type) {
      if (type !== 'eoa' && type !== 'smartAccount') throw new ModalError('options.invalid')
      await session.setAccountType(namespace, type)
    },
    show: (place, signal) => showFrame({ element: frame.element, place, store, theme: theme.send }, signal),
  }
}
