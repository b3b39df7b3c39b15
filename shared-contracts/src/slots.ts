import type { ChainNamespace } from './caip.ts'
import type { ViewName } from './views.ts'

/** The kit's icons. A remote can name one of them instead of having its own. */
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

/** Places in the host's views that remotes may fill, and the content of an entry in each. Labels are message keys. */
export interface SlotEntries {
  /** Actions with the account's money, in the order of `features.walletFeaturesOrder`. */
  'account.actions': {
    readonly label: string
    readonly icon: IconName
    readonly view: ViewName
    readonly testId: string
    /** The chain families in which the action works. When absent, it works in all. */
    readonly namespaces?: readonly ChainNamespace[]
    /** Those families above in which the action is shown only on networks with swaps (`services/swapNetworks`). */
    readonly routed?: readonly ChainNamespace[]
  }
  /** Rows for navigation, at the bottom of the view. */
  'account.rows': {
    readonly label: string
    readonly icon: IconName
    readonly view: ViewName
    readonly testId: string
    readonly namespaces?: readonly ChainNamespace[]
  }
  /** Sections of the account, next to its tokens. The view is drawn under a tab, and loads once the tab is chosen. */
  'account.tabs': {
    readonly label: string
    /** A view without parameters. */
    readonly view: ViewName
    readonly testId: string
    readonly namespaces?: readonly ChainNamespace[]
  }
  /** Signing in by e-mail: the host draws a field in Connect. */
  'connect.email': {
    /** The field's label. */
    readonly label: string
    readonly placeholder: string
  }
  /** Signing in with a social account: the host draws buttons in Connect. */
  'connect.socials': {
    /** `{name}` is the first provider, whose button has the full width. */
    readonly label: string
    /** The label of the button that opens the list of the other providers, those that have no button of their own. */
    readonly more: string
  }
}

export type SlotName = keyof SlotEntries
export type SlotContents = { readonly [S in SlotName]?: readonly SlotEntries[S][] }
