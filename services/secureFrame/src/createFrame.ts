import type { FrameParameters } from '@portico/contracts/embeddedWallet/frameUrl'
import { onceLoaded } from '@portico/contracts/onceLoaded'
import { createHandlers } from './handlers/createHandlers.ts'
import { lazyAccounts } from './handlers/lazyAccounts.ts'
import { lazyRpc } from './handlers/lazyRpc.ts'
import { lazySigners, lazyWallet } from './handlers/lazyWallet.ts'
import { createNetwork } from './handlers/networks.ts'
import { siteHandlers } from './handlers/site.ts'
import type { Place } from './interfaces.ts'
import { createLoginClient } from './login/createLoginClient.ts'
import { createFreshLogin } from './login/freshLogin.ts'
import { createFindReturn } from './login/socialReturns.ts'
import type { Handlers } from './messages/channel.ts'
import { createSessions } from './session/createSessions.ts'
import { createTheme } from './theme/createTheme.ts'

/** Puts together the handlers for the page's requests. Keys and signing code load when they are needed. */
export function createFrame(place: Place, { chainId }: FrameParameters, window: Window & typeof globalThis): Handlers {
  const { document, location } = window
  const login = createLoginClient(place)
  const sessions = createSessions({ place, login })
  const network = createNetwork(chainId)
  const prefersLight = () => window.matchMedia('(prefers-color-scheme: light)').matches
  const { handlers: site, metadata } = siteHandlers(createTheme(document.documentElement, prefersLight))

  const receivers = onceLoaded(async () => (await import('./approval/receivers.ts')).createReceivers())
  /** The window in which the visitor approves. While it is open, a passkey can be requested only there. */
  let approving: Window | undefined
  const ownWallet = onceLoaded(async () => {
    const { createWallet } = await import('./keys/createWallet.ts')
    return createWallet({
      settings: place.settings,
      sessions,
      receivers: await receivers(),
      visitorAt: () => approving ?? window,
    })
  })
  const wallet = lazyWallet(ownWallet)
  const signers = lazySigners(
    onceLoaded(async () => {
      const { createSigners } = await import('./keys/createSigners.ts')
      return createSigners(wallet)
    }),
  )
  const fetchFrom: typeof fetch = (input, init) => window.fetch(input, init)
  const { own: accounts, smart, batches, networks } = lazyAccounts(place, signers, fetchFrom)
  const rpc = lazyRpc(
    onceLoaded(async () => {
      const { createRpcHandlers } = await import('./rpc/createRpcHandlers.ts')
      return createRpcHandlers({
        place,
        signers,
        wallet,
        network,
        window,
        siteName: () => metadata()?.name,
        onWindow: (opened) => {
          approving = opened
        },
        newDevices: async () => (await ownWallet()).newDevices,
        smart: await smart(),
        accounts,
        batches,
        receivers: await receivers(),
        owner: async () => (await sessions.current())?.subject,
      })
    }),
  )
  const freshLogin = createFreshLogin()
  const oneClick = onceLoaded(async () => {
    const { createOneClick } = await import('./signing/siwx/createOneClick.ts')
    return createOneClick({ place, wallet, signers, smart, login: freshLogin })
  })
  // The visitor has signed in or out in another tab, so cached wallet data may belong to someone else.
  sessions.watch(() => {
    wallet.forget()
    freshLogin.forget()
  })

  return createHandlers({
    login,
    sessions,
    wallet,
    network,
    rpc,
    site,
    origin: location.origin,
    findReturn: createFindReturn(window),
    findAccounts: accounts.on,
    preferAccount: accounts.prefer,
    smartAccountNetworks: networks,
    newDevices: async () => (await ownWallet()).newDevices.list(),
    freshLogin,
    // If this code cannot be loaded, the visitor signs the message by hand later.
    oneClick: (message, account) =>
      oneClick().then(
        (sign) => sign(message, account),
        () => undefined,
      ),
    // The login service has changed the address; if this fails, the recovery store keeps mailing to the old one.
    onEmailChanged: (email) =>
      ownWallet()
        .then((own) => own.changeEmail(email))
        .catch(() => {}),
  })
}
