import type { CaipNetworkId, ChainNamespace } from './caip.ts'
import type { RemotesOn } from './hostState.ts'
import type { RemoteId } from './remoteId.ts'
import type { ViewName } from './views.ts'

/** The kit's icons. */
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

/** A remote's own icon: the outline of its SVG, as path data in a box of 20 by 20. The host draws it like the kit's. */
export type IconPath = `M${string}`

/** The name of an icon: of the kit, or of one that the remote brings (`Remote.icons`). */
type EntryIcon = IconName | (string & {})

/** What every slot's entries have in common. */
interface Placed {
  /** Entries with smaller numbers come first. Default: 100. */
  readonly order?: number
}

/** A row or button that opens a view. */
type RowEntry = Placed & {
  readonly label: string
  readonly icon: EntryIcon
  readonly view: ViewName
  readonly testId: string
  /** The chain families in which it is shown. When absent, it is shown in all. */
  readonly namespaces?: readonly ChainNamespace[]
}

/** Places in the host's views that remotes may fill, and the content of an entry in each. Labels are message keys. */
export interface SlotEntries {
  /**
   * Actions with the account's money. Those of the remotes in the site's `features.walletFeaturesOrder` come first, in
   * that order.
   */
  'account.actions': Placed & {
    readonly label: string
    readonly icon: EntryIcon
    readonly view: ViewName
    readonly testId: string
    /** The chain families in which the action works. When absent, it works in all. */
    readonly namespaces?: readonly ChainNamespace[]
    /** Those families above in which the action is shown only on networks with swaps (`services/swapNetworks`). */
    readonly routed?: readonly ChainNamespace[]
  }
  /** Ways to top the account up, shown while it is empty or has too little. The quickest comes first. */
  'account.topUps': RowEntry
  /** Rows for navigation, at the bottom of the view. */
  'account.rows': RowEntry
  /** Sections of the account, next to its tokens. The view is drawn under a tab, and loads once the tab is chosen. */
  'account.tabs': Placed & {
    readonly label: string
    /** A view without parameters. */
    readonly view: ViewName
    readonly testId: string
    readonly namespaces?: readonly ChainNamespace[]
  }
  /** Further ways to connect: rows below the wallets. */
  'connect.methods': RowEntry
  /** A word beside a wallet, which says what the remote adds to it. */
  'connect.badges': Placed & {
    readonly label: string
    /** Ids of connectors or of wallets in the directory. */
    readonly wallets: readonly string[]
  }
  /** Rows for navigation, below the networks. */
  'networks.rows': RowEntry
  /** A word beside a network. */
  'networks.badges': Placed & {
    readonly label: string
    readonly networks: readonly CaipNetworkId[]
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

export type SlotName = keyof SlotEntries
export type SlotContents = { readonly [S in SlotName]?: readonly SlotEntries[S][] }

const ORDER = 100

/** An entry of a slot with its remote. `icon` is empty if the entry names no known icon. */
export type FilledSlot<S extends SlotName> = Omit<SlotEntries[S], 'icon'> & {
  readonly remoteId: RemoteId
  readonly icon: IconName | IconPath
}

/** Any entry, with the fields that are read here. */
interface AnyEntry extends Placed {
  readonly icon?: string
  readonly namespaces?: readonly string[]
}

/**
 * What the remotes that are on add to a slot, in order. The build checks the entries of the signed index
 * (`packages/remote/src/checkSlots.mjs`), so they have the shape that `SlotEntries` gives them.
 * @param family leaves out entries that are only for other chain families
 */
export const fillSlot = <S extends SlotName>(
  byId: RemotesOn['byId'],
  slot: S,
  family?: ChainNamespace,
): FilledSlot<S>[] =>
  Object.entries(byId)
    .flatMap(([remoteId, { static: half }]) =>
      ((half.slots[slot] ?? []) as readonly AnyEntry[]).map((entry) => {
        const { icon = '' } = entry
        const own = half.icons && Object.hasOwn(half.icons, icon) ? half.icons[icon] : undefined
        // An outline begins with a capital letter, and no name of the kit does.
        return { ...entry, remoteId, icon: own ?? (/^[a-z]/.test(icon) ? icon : '') }
      }),
    )
    .filter(({ namespaces }: AnyEntry) => !family || !namespaces || namespaces.includes(family))
    .sort((one, other) => (one.order ?? ORDER) - (other.order ?? ORDER)) as unknown as FilledSlot<S>[]
