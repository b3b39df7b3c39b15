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
  /** If absent, the connection is active. */
  isActive: optional(boolean()),
  /** The accounts that can be listed before the wallet has been asked. */
  accounts: optional(array(object({ address: string(), type: optional(ACCOUNT_TYPE) }))),
  /** The address that the visitor has chosen among several, whatever the wallet puts first. */
  chosen: optional(string()),
  walletName: optional(string()),
  /** The session of a paired wallet. Absent if there is none, or if an earlier release has stored the entry. */
  session: optional(string()),
})

/**
 * Everything that the shell stores in the browser, and why, with one row for each entry. The loader stores one more
 * entry, the last good release index (`@portico/release-index/<host>`). Values are wrapped as `{ v, data }`. A value
 * with an unknown or newer schema version is ignored, but never deleted or replaced, because another release has
 * written it, perhaps in another tab.
 */
export const STORED = {
  /**
   * Each family's connections. Active ones are restored without a prompt. If the entry exists, the loader starts the
   * shell.
   */
  connections: { version: 1, schema: array(StoredConnection) },
  /** Connections that have ended, and that the visitor may want back, the latest first. */
  recentConnections: { version: 1, schema: array(StoredConnection) },
  /** The last used directory wallets, the newest first. */
  recentWallets: { version: 1, schema: array(looseObject({ id: string() })) },
  /** The preferred account type of each family. */
  accountTypes: { version: 1, schema: record(picklist(CHAIN_NAMESPACES), ACCOUNT_TYPE) },
  /**
   * The login to the embedded wallet. `id`, which is different for each login, means that someone is signed in, so the
   * frame is asked at the start. Times are in epoch milliseconds, networks are EVM chain ids.
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
  /** The provider for which a mini app's page was left (secure-frame.md §10.4); read when that page loads again. */
  socialRedirect: { version: 1, schema: object({ provider: string() }) },
  /** Transactions sent from this browser, to be followed: public facts and their accounts. Readers validate each. */
  transactions: { version: 1, schema: array(looseObject({ hash: string() })) },
  /** The last visit's network. `isWanted`: the visitor has chosen it; otherwise the page has only followed a wallet. */
  network: { version: 1, schema: object({ caipNetworkId: string(), isWanted: optional(boolean()) }) },
  /** For each family, the network that the page was on last. */
  networks: { version: 1, schema: record(picklist(CHAIN_NAMESPACES), string()) },
  /** The last readable project configuration, with which Connect is rendered while the next one is loading. */
  projectConfig: { version: 1, schema: object({ body: string() }) },
  /**
   * How often versions of remotes have failed in this browser, keyed by id and version, since the index with this serial
   * number. A version that has failed twice is avoided until there is a newer index.
   */
  failedVersions: { version: 1, schema: object({ serial: number(), failures: record(string(), number()) }) },
  /** A random number from 0 to 99 that decides whether this browser is part of a rollout. */
  rolloutBucket: { version: 1, schema: object({ bucket: string() }) },
} as const satisfies Record<string, { version: number; schema: GenericSchema }>

export type StoredName = keyof typeof STORED
export type Stored<N extends StoredName> = import('valibot').InferOutput<(typeof STORED)[N]['schema']>

export interface Storage {
  /** Undefined if the entry is missing, unreadable, or has another version. */
  read<N extends StoredName>(name: N): Stored<N> | undefined
  /** Does nothing if the page is not allowed to store anything; the modal then works, but remembers nothing. */
  write<N extends StoredName>(name: N, data: Stored<N>): void
  remove(name: StoredName): void
  /** Calls back when another tab, or another modal with the same key, has changed the entry. */
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
      return false // no release wraps a value like this
    }
  }
  /** Tells other modals on this page of changes, because `storage` events reach only other tabs. */
  const changes = sharedChanges()
  const change = (name: StoredName, make: (key: string) => void) => {
    if (isOfAnotherRelease(name)) return
    try {
      make(keyOf(name))
      changes.dispatchEvent(new Event(keyOf(name)))
    } catch {
      // Storage may be full or blocked.
    }
  }

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
    write: (name, data) =>
      change(name, (key) => localStorage.setItem(key, JSON.stringify({ v: STORED[name].version, data }))),
    remove: (name) => change(name, (key) => localStorage.removeItem(key)),
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
