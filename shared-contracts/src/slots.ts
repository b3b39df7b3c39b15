import type { ChainNamespace } from './caip.ts'
import type { ViewName } from './views.ts'

/** The kit's icons, which a remote may name instead of carrying its own. */
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

/** Places in the host's views that remotes may fill, with the content of an entry. Labels are message keys. */
export interface SlotEntries {
  /** The account's money actions, in the order of `features.walletFeaturesOrder`. */
  'account.actions': {
    readonly label: string
    readonly icon: IconName
    readonly view: ViewName
    readonly testId: string
    /** The families it works on; absent: all. */
    readonly namespaces?: readonly ChainNamespace[]
    /** The families among them where it is shown only on networks with swaps (`services/swapNetworks`). */
    readonly routed?: readonly ChainNamespace[]
  }
  /** Navigation rows at the bottom. */
  'account.rows': {
    readonly label: string
    readonly icon: IconName
    readonly view: ViewName
    readonly testId: string
    readonly namespaces?: readonly ChainNamespace[]
  }
  /**
   * Sections of the account beside its tokens: the view is drawn under a tab, and loads when the tab is first chosen.
   */
  'account.tabs': {
    readonly label: string
    /** A view without parameters. */
    readonly view: ViewName
    readonly testId: string
    readonly namespaces?: readonly ChainNamespace[]
  }
  /** Signing in by e-mail: a field in Connect, drawn by the host. */
  'connect.email': {
    /** The field's label. */
    readonly label: string
    readonly placeholder: string
  }
  /** Signing in with a social account: buttons in Connect, drawn by the host. */
  'connect.socials': {
    /** `{name}` is the first provider, whose button is wide. */
    readonly label: string
    /** Leads to the providers without a button. */
    readonly more: string
  }
}

export type SlotName = keyof SlotEntries
export type SlotContents = { readonly [S in SlotName]?: readonly SlotEntries[S][] }
