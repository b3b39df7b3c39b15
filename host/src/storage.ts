import { type AccountType, CHAIN_NAMESPACES } from '@portico/contracts'
import {
  array,
  boolean,
  type GenericSchema,
  literal,
  looseObject,
  number,
  object,
  optional,
  picklist,
  record,
  safeParse,
  string,
} from 'valibot'

const ACCOUNT_TYPE = picklist(['eoa', 'smartAccount', 'payment', 'ordinal', 'stx'] satisfies AccountType[])

const StoredConnection = object({
  namespace: picklist(CHAIN_NAMESPACES),
  connectorId: string(),
  caipNetworkId: string(),
  /** Absent means yes. */
  isActive: optional(boolean()),
  /** What can be listed of it before its wallet has been asked. */
  accounts: optional(array(object({ address: string(), type: optional(ACCOUNT_TYPE) }))),
  /** The address that the visitor has chosen of several, whatever its wallet puts first. */
  chosen: optional(string()),
  walletName: optional(string()),
  /** The pairing that it came with. Absent: none, or an earlier release has stored it. */
  session: optional(string()),
})

/**
 * Everything that the shell keeps in the browser, and why. One row an entry; the loader keeps one more, the last good
 * release index (`@portico/release-index/<host>`). Values are wrapped as `{ v, data }`: a value of an unknown or newer
 * schema version is ignored and never deleted or replaced: another release, perhaps in another tab, has written it.
 */
export const STORED = {
  /**
   * The connections of each family, the active one and those beside it; the active ones are restored, without any prompt.
   * Its presence makes the loader start.
   */
  connections: { version: 1, schema: array(StoredConnection) },
  /** Connections that have ended and that the visitor may want back; the last ended first. */
  recentConnections: { version: 1, schema: array(StoredConnection) },
  /** Wallets of the directory that were used last, the newest first. */
  recentWallets: { version: 1, schema: array(looseObject({ id: string() })) },
  /** The accounts that are wanted first, family by family. */
  accountTypes: { version: 1, schema: record(picklist(CHAIN_NAMESPACES), ACCOUNT_TYPE) },
  /**
   * The embedded wallet. `id`, another with each login, says that somebody is signed in: its frame is asked at the start.
   * Times are in milliseconds since 1970, networks EVM chain ids.
   */
  login: {
    version: 1,
    schema: object({
      id: optional(string()),
      provider: optional(string()),
      email: optional(string()),
      userName: optional(string()),
      smartAccountNetworks: optional(array(number())),
      lastEmailLoginAt: optional(number()),
    }),
  },
  /** Whom a mini app has left its page for (secure-frame.md §10.4): it is looked for when that page is loaded again. */
  socialRedirect: { version: 1, schema: object({ provider: string() }) },
  /** What was sent from here and is to be followed; whoever reads it looks at each. Public facts, and whose they are. */
  transactions: { version: 1, schema: array(looseObject({ hash: string() })) },
  /** The network of the last visit. `isWanted`: the visitor chose it; the page has not just followed a wallet there. */
  network: { version: 1, schema: object({ caipNetworkId: string(), isWanted: optional(boolean()) }) },
  /** The network that was the page's last, family by family. */
  networks: { version: 1, schema: record(picklist(CHAIN_NAMESPACES), string()) },
  /** The last project configuration that could be read: what Connect is painted with while the next is on its way. */
  projectConfig: { version: 1, schema: object({ body: string() }) },
  /** A random number from 0 to 99 that puts this browser into or out of a rollout. */
  rolloutBucket: { version: 1, schema: object({ bucket: string() }) },
} as const satisfies Record<string, { version: number; schema: GenericSchema }>

export type StoredName = keyof typeof STORED
export type Stored<N extends StoredName> = import('valibot').InferOutput<(typeof STORED)[N]['schema']>

export interface Storage {
  /** Undefined when there is none, when it cannot be read, or when it is of another version. */
  read<N extends StoredName>(name: N): Stored<N> | undefined
  /** Silently does nothing where the page may not store anything: the modal works without, it only forgets. */
  write<N extends StoredName>(name: N, data: Stored<N>): void
  remove(name: StoredName): void
  /** Calls back when another tab, or another modal of the same key, has changed the entry. */
  watch(name: StoredName, onChange: () => void): () => void
}

/** The entries of one modal: `@portico/<storageKey or projectId>/<name>`. */
export function createStorage(scope: string): Storage {
  const keyOf = (name: StoredName) => `@portico/${scope}/${name}`
  const isOfAnotherRelease = (name: StoredName) => {
    try {
      const kept = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null')
      return kept?.v !== undefined && 'data' in kept && kept.v !== STORED[name].version
    } catch {
      return false // no envelope of any release
    }
  }
  /** `storage` events reach other tabs only; two modals on one page share connections through this. */
  const changes = sharedChanges()

  return {
    read(name) {
      try {
        const text = localStorage.getItem(keyOf(name))
        if (text === null) return undefined
        const envelope = safeParse(
          object({ v: literal(STORED[name].version), data: STORED[name].schema }),
          JSON.parse(text),
        )
        return envelope.success ? (envelope.output.data as Stored<typeof name>) : undefined
      } catch {
        return undefined
      }
    },
    write(name, data) {
      if (isOfAnotherRelease(name)) return
      try {
        localStorage.setItem(keyOf(name), JSON.stringify({ v: STORED[name].version, data }))
        changes.dispatchEvent(new Event(keyOf(name)))
      } catch {
        // Storage is full or forbidden.
      }
    },
    remove(name) {
      if (isOfAnotherRelease(name)) return
      try {
        localStorage.removeItem(keyOf(name))
        changes.dispatchEvent(new Event(keyOf(name)))
      } catch {
        // As above.
      }
    },
    watch(name, onChange) {
      const fromTab = (event: StorageEvent) => {
        if (event.key === keyOf(name)) onChange()
      }
      addEventListener('storage', fromTab)
      changes.addEventListener(keyOf(name), onChange)
      return () => {
        removeEventListener('storage', fromTab)
        changes.removeEventListener(keyOf(name), onChange)
      }
    },
  }
}

const SHARED = Symbol.for('portico.storage.changes')
const sharedChanges = (): EventTarget => {
  const page = globalThis as { [SHARED]?: EventTarget }
  page[SHARED] ??= new EventTarget()
  return page[SHARED]
}
