import type { CaipNetworkId } from '@portico/contracts'
import type { Receivers } from '../approval/receivers.ts'
import type { Place, Signers, Wallet } from '../interfaces.ts'
import type { NewDevices } from '../keys/newDevices.ts'
import type { AccountTable } from '../smartAccount/accountDatabase.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import type { OwnAccounts } from '../smartAccount/ownAccounts.ts'

/** Dependencies of `createRpcHandlers`. */
export interface RpcDependencies {
  readonly place: Place
  readonly signers: Signers
  readonly wallet: Wallet
  /** The network that the page uses. */
  readonly network: { current(): CaipNetworkId }
  /** The frame's own window, which shows the requests. */
  readonly window: Window & typeof globalThis
  /** Element that the approval screen fills; `body` by default. */
  readonly root?: Element
  /** The name that the site gives itself (SYNC_DAPP_DATA), shown as a claim. */
  readonly siteName?: () => string | undefined
  /** Undefined if there are no smart accounts. */
  readonly smart?: SmartAccounts
  /** Finds the accounts on a network; if absent, there is only the key's own. */
  readonly accounts?: Pick<OwnAccounts, 'on'>
  /** Pages' ids for the batches that they have sent. */
  readonly batches?: AccountTable<string>
  /** The subject of the wallet whose receivers are remembered; undefined without a session. */
  readonly owner: () => Promise<string | undefined>
  /** Addresses that the wallets of this browser have paid. */
  readonly receivers: Pick<Receivers, 'of' | 'add'>
  /** Other devices' requests to open the wallet. */
  readonly newDevices?: () => Promise<NewDevices>
  readonly fetch?: typeof fetch
  /** Called with the separate window in which the visitor decides, and with undefined when that window is gone. */
  readonly onWindow?: (window: Window | undefined) => void
  /** Whether an event comes from the browser; for tests. */
  readonly isReal?: (event: Event) => boolean
}
