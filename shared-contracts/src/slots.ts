import type { ChainNamespace } from './caip.ts'
import type { ViewName } from './views.ts'

/** The icons of the kit that a remote may name without carrying one of its own. */
export type IconName =
  | 'activity'
  | 'alert'
  | 'back'
  | 'card'
  | 'check'
  | 'chevron'
  | 'close'
  | 'copy'
  | 'disconnect'
  | 'desktop'
  | 'download'
  | 'external'
  | 'help'
  | 'mobile'
  | 'network'
  | 'plus'
  | 'qr'
  | 'receive'
  | 'retry'
  | 'search'
  | 'send'
  | 'swap'
  | 'trash'
  | 'wallet'

/** A place in a view of the host that remotes may fill, and what an entry of it says. Labels are message keys. */
export interface SlotEntries {
  /** The money actions of the account, drawn in the order of `features.walletFeaturesOrder`. */
  'account.actions': {
    readonly label: string
    readonly icon: IconName
    readonly view: ViewName
    readonly testId: string
    /** The families that it works on; absent: all of them. */
    readonly namespaces?: readonly ChainNamespace[]
    /** Of these, those on which it is there only where swaps can be had (`services/swapNetworks`). */
    readonly routed?: readonly ChainNamespace[]
  }
  /** Rows below all else, that lead on. */
  'account.rows': {
    readonly label: string
    readonly icon: IconName
    readonly view: ViewName
    readonly testId: string
    readonly namespaces?: readonly ChainNamespace[]
  }
  /** Parts of the account beside its tokens: the view is drawn under a tab, and fetched when that is first chosen. */
  'account.tabs': {
    readonly label: string
    /** Takes no parameters. */
    readonly view: ViewName
    readonly testId: string
    readonly namespaces?: readonly ChainNamespace[]
  }
  /** Signing in by e-mail: a field in Connect, drawn by the host. */
  'connect.email': {
    /** Of the field. */
    readonly label: string
    readonly placeholder: string
  }
  /** Signing in with an account elsewhere: buttons in Connect, drawn by the host. */
  'connect.socials': {
    /** `{name}` of the first provider, whose button is wide. */
    readonly label: string
    /** Leads to those that have no button. */
    readonly more: string
  }
}

export type SlotName = keyof SlotEntries
export type SlotContents = { readonly [S in SlotName]?: readonly SlotEntries[S][] }
