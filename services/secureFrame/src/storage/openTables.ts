import {
  type DBSchema,
  type IDBPDatabase,
  type OpenDBCallbacks,
  openDB,
  type StoreKey,
  type StoreNames,
  type StoreValue,
} from 'idb'

/** Reading and writing never fail: what cannot be written is kept as long as the page is there. */
export interface Table<Value> {
  get(key: string): Promise<Value | undefined>
  set(key: string, value: Value): Promise<void>
  remove(key: string): Promise<void>
  clear(): Promise<void>
}

export interface TablesSetup<Schema extends DBSchema> {
  /** Of the database. */
  readonly name: string
  readonly version: number
  readonly upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>
  /** A database that does not open by then does not open. */
  readonly openLimitMs: number
}

function openIndexedDb<Schema extends DBSchema>({ name, version, upgrade, openLimitMs }: TablesSetup<Schema>) {
  const opened = openDB<Schema>(name, version, {
    upgrade,
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  const timeout = new Promise<undefined>((resolve) => {
    const timer = setTimeout(resolve, openLimitMs, undefined)
    void opened.catch(() => {}).finally(() => clearTimeout(timer))
  })
  return Promise.race([opened, timeout])
}

/**
 * Tables of a database of this origin, in this browser, on this site: browsers keep the data of frames apart by the site
 * around them. It is opened when it is needed first.
 * @returns the table of a name, whose keys are texts
 */
export function openTables<Schema extends DBSchema>(setup: TablesSetup<Schema>) {
  let opening: Promise<IDBPDatabase<Schema> | undefined> | undefined
  const open = () => {
    // A browser that blocks storage in frames rejects, or throws at once.
    opening ??= Promise.resolve()
      .then(() => openIndexedDb(setup))
      .catch(() => undefined)
    return opening
  }

  return <Name extends StoreNames<Schema>>(name: Name): Table<StoreValue<Schema, Name>> => {
    const keyOf = (key: string) => key as StoreKey<Schema, Name>
    /** What could not be written. */
    const memory = new Map<string, StoreValue<Schema, Name>>()
    return {
      async get(key) {
        return memory.get(key) ?? (await open())?.get(name, keyOf(key)).catch(() => undefined)
      },
      async set(key, value) {
        memory.set(key, value)
        const db = await open()
        const isWritten = await db?.put(name, value, keyOf(key)).then(
          () => true,
          () => false,
        )
        if (isWritten) memory.delete(key)
      },
      async remove(key) {
        memory.delete(key)
        await (await open())?.delete(name, keyOf(key)).catch(() => {})
      },
      async clear() {
        memory.clear()
        await (await open())?.clear(name).catch(() => {})
      },
    }
  }
}
