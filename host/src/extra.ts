import type {
  AccountType,
  CaipNetworkId,
  ChainAdapter,
  ChainNamespace,
  EmbeddedWalletCommands,
  SIWXMessageData,
  SIWXSession,
} from '@portico/contracts'
import type { PreviewRequest } from '@portico/contracts/preview'
import type { AuthenticationRequest, Pairing, SignedCacao } from './pairedWallets.ts'
import type { Registry } from './registry.ts'
import type { Storage } from './storage.ts'

/** Signing in while pairing, with one press in the wallet (chains.md §7.7). */
export interface PairingOneClick {
  /** What the wallet is to sign; undefined where that cannot be asked of it. */
  request(): Promise<AuthenticationRequest | undefined>
  /** Keeps the sessions that came of it. @throws whatever the site's plug-in throws */
  accept(signed: readonly SignedCacao[]): Promise<void>
}

/** Signing in together with a login to the embedded wallet (secure-frame.md §12.1). */
export interface EmbeddedOneClick {
  /**
   * What the wallet is to sign, with the placeholder for the address, which nobody knows yet; undefined where that cannot be
   * asked of it. Never rejects.
   */
  requestEmbedded(
    chainId: CaipNetworkId,
  ): Promise<{ readonly data: SIWXMessageData; readonly text: string } | undefined>
  /** Gives the session that came of it to the site's plug-in, which verifies it. Where it refuses, the visitor is asked later. */
  acceptEmbedded(session: SIWXSession): Promise<void>
}

export interface OneClick extends PairingOneClick, EmbeddedOneClick {}

/** The connector of the embedded wallet (rules.md §3). */
export const AUTH_ID = 'AUTH'

/** The embedded wallet, once its code is here. */
export interface EmbeddedClient {
  /** Somebody is about to use it: the frame begins to load. What fails is said when it is really needed. */
  prepare(): void
  /**
   * The same in an installed web app, before anybody is about to (views.md §6.3). Resolves when the frame is there, or has
   * failed to load: the owner of the site is told then. Never rejects.
   */
  preload(): Promise<void>
  readonly commands: EmbeddedWalletCommands
  /** What a family's adapter is asked about `AUTH_ID`. */
  family(
    namespace: ChainNamespace,
  ): Pick<
    ChainAdapter,
    'connect' | 'restore' | 'disconnect' | 'watchConnection' | 'signMessage' | 'switchNetwork' | 'getProvider'
  >
  /**
   * Asks for the account of this type; the connection then says which one it is. A type that cannot be had now is kept for
   * later by whoever asks.
   * @throws ModalError as a rejection: `frame.*`
   */
  setAccountType(namespace: ChainNamespace, type: AccountType): Promise<void>
  /** Shows the frame over `place` until `signal` aborts. @throws ModalError as a rejection: `frame.*` */
  show(place: HTMLElement, signal: AbortSignal): Promise<void>
}

/** The one door to the embedded wallet. Nothing of its code is fetched before `client` is called. */
export interface EmbeddedWallet {
  /** E-mail or social login is on, as local options and project configuration have it. */
  isOn(): boolean
  /** Calls back whenever that changes, until `signal` aborts. */
  watch(onChange: () => void, signal: AbortSignal): void
  /** @throws ModalError as a rejection: `remote.*` when the code cannot be had. Who asks again tries again. */
  client(): Promise<EmbeddedClient>
  /** Opens the window for a provider, which browsers allow within a press only. A mini app has none: it leaves its page. */
  openPopup(): void
  /**
   * Takes what a provider has sent a mini app back with out of the address of the page; whoever starts the login of
   * `provider` next goes on with it. Undefined where nothing is there that would have to be said: without `provider` this
   * browser knows of no login that it could belong to.
   */
  comeBack(): { readonly provider?: string } | undefined
}

/** One request of the site that waits for the visitor. It cannot be changed any more. */
export interface AskedRequest {
  readonly id: string
  readonly request: PreviewRequest
  /** Who would sign. */
  readonly account: string
  readonly caipNetworkId: CaipNetworkId
}

/** The requests of the site that wait for the visitor, the oldest first. */
export interface AskedQueue {
  /** The same list until one comes or goes. */
  waiting(): readonly AskedRequest[]
  /** Calls back when one comes or goes. Returns the undo. */
  watch(onChange: () => void): () => void
  /** `isWanted`: on to the wallet; otherwise the site hears that the visitor has declined. */
  decide(id: string, isWanted: boolean): void
}

/** What a site asks wallets for, shown before they are asked (option `preview: 'all'`). */
interface AskedRequests {
  /** Fetches the code for it. No connection comes to be before. @throws ModalError as a rejection: `remote.*` */
  load(): Promise<void>
  /** A provider as the site gets it; undefined until the code is here: nothing gets past it. */
  shown(provider: unknown, namespace: ChainNamespace): unknown
  /** What waits for the visitor; there once the code is. */
  readonly queue?: AskedQueue
}

/** What thunks are given: everything that is no data. */
export interface HostServices {
  readonly adapters: Readonly<Partial<Record<ChainNamespace, ChainAdapter>>>
  /** Undefined where the site has switched pairing off. */
  readonly pairing?: Pairing | undefined
  /** Undefined where the page has no wallets of its own, or no family that it could have accounts in. */
  readonly embeddedWallet?: EmbeddedWallet | undefined
  /** Undefined where the site has no session of its own, or its code cannot be had. */
  readonly oneClick: () => OneClick | undefined | Promise<OneClick | undefined>
  /** Undefined unless the site has asked for it. */
  asked?: AskedRequests | undefined
  /** The directory of wallets. */
  readonly registry: Registry
  /** What the wire calls this widget (services.md §3). */
  readonly sdkVersion?: string | undefined
  readonly storage: Storage
  /** Aborts when the modal is disposed of: from then on nothing is stored, and no wallet's late answer counts. */
  readonly life: AbortSignal
  /** Calls back after each change of the state. Returns the undo. */
  readonly watchState: (onChange: () => void) => () => void
  /** Sends an event to the site's subscribers, and to analytics where both sides allow that. */
  readonly track: (event: string, properties?: Readonly<Record<string, unknown>>, items?: readonly object[]) => void
}
