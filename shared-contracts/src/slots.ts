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

/** What every slot's entries have in common. */
interface Placed {
  /** Entries with smaller numbers come first. Default: 100. */
  readonly order?: number
}

/** Places in the host's views that remotes may fill, and the content of an entry in each. Labels are message keys. */
export interface SlotEntries {
  /**
   * Actions with the account's money. Those of the remotes in the site's `features.walletFeaturesOrder` come first, in
   * that order.
   */
  'account.actions': Placed & {
    readonly label: string
    readonly icon: IconName
    readonly view: ViewName
    readonly testId: string
    /** The chain families in which the action works. When absent, it works in all. */
    readonly namespaces?: readonly ChainNamespace[]
    /** Those families above in which the action is shown only on networks with swaps (`services/swapNetworks`). */
    readonly routed?: readonly ChainNamespace[]
  }
  /** Ways to top the account up, shown while it is empty or has too little. The quickest comes first. */
  'account.topUps': Placed & {
    readonly label: string
    readonly icon: IconName
    readonly view: ViewName
    readonly testId: string
    readonly namespaces?: readonly ChainNamespace[]
  }
  /** Rows for navigation, at the bottom of the view. */
  'account.rows': Placed & {
    readonly label: string
    readonly icon: IconName
    readonly view: ViewName
    readonly testId: string
    readonly namespaces?: readonly ChainNamespace[]
  }
  /** Sections of the account, next to its tokens. The view is drawn under a tab, and loads once the tab is chosen. */
  'account.tabs': Placed & {
    readonly label: string
    /** A view without parameters. */
    readonly view: ViewName
    readonly testId: string
    readonly namespaces?: readonly ChainNamespace[]
  }
  /** Signing in by e-mail: the host draws a field in Connect. */
  'connect.email': Placed & {
    /** The field's label. */
    readonly label: string
    readonly placeholder: string
  }
  /** Signing in with a social account: the host draws buttons in Connect. */
  'connect.socials': Placed & {
    /** `{name}` is the first provider, whose button has the full width. */
    readonly label: string
    /** The label of the button that opens the list of the other providers, those that have no button of their own. */
    readonly more: string
  }
}

/** Entries of a slot, those with smaller numbers first. */
export const inOrder = <T extends Placed>(entries: readonly T[]): T[] =>
  entries.toSorted((a, b) => (a.order ?? ORDER) - (b.order ?? ORDER))

const ORDER = 100

export type SlotName = keyof SlotEntries
export type SlotContents = { readonly [S in SlotName]?: readonly SlotEntries[S][] }
