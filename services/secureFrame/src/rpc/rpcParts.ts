import type { CaipNetworkId } from '@portico/contracts'
import type { Receivers } from '../approval/receivers.ts'
import type { NewDevices } from '../keys/newDevices.ts'
import type { Place, Signers, Wallet } from '../parts.ts'
import type { AccountTable } from '../smartAccount/accountDatabase.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import type { OwnAccounts } from '../smartAccount/ownAccounts.ts'

/** What `createRpcHandlers` is made of. */
export interface RpcParts {
  readonly place: Place
  readonly signers: Signers
  readonly wallet: Wallet
  /** The network that the page is on. */
  readonly network: { current(): CaipNetworkId }
  /** The frame's own window: what is asked is shown in it. */
  readonly window: Window & typeof globalThis
  /** What the screen fills while there is something to decide; otherwise `body`. */
  readonly root?: Element
  /** What the site calls itself (SYNC_DAPP_DATA). It is shown as its own word. */
  readonly siteName?: () => string | undefined
  /** Undefined: there are none. */
  readonly smart?: SmartAccounts
  /** Which accounts there are on a network; without it, that of the key. */
  readonly accounts?: Pick<OwnAccounts, 'on'>
  /** What pages call the batches that they have sent. */
  readonly batches?: AccountTable<string>
  /** Whose wallet it is, for what is kept of it: undefined when nobody is signed in. */
  readonly owner: () => Promise<string | undefined>
  /** Whom the wallets of this browser have paid. */
  readonly receivers: Pick<Receivers, 'of' | 'add'>
  /** Other devices that ask to open the wallet. */
  readonly newDevices?: () => Promise<NewDevices>
  readonly fetch?: typeof fetch
  /** Hears which window the visitor decides in, where that is one of its own; undefined when it is gone. */
  readonly onWindow?: (window: Window | undefined) => void
  /** Whether the browser has made an event; for tests. */
  readonly isReal?: (event: Event) => boolean
}
