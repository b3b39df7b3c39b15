import { type DatabaseSetup, openDatabase, settled } from './openDatabase.ts'

/** Reads and writes never fail. Values that cannot be written are kept for as long as the page is open. */
export interface Table<Value> {
  get(key: string): Promise<Value | undefined>
  set(key: string, value: Value): Promise<void>
  remove(key: string): Promise<void>
  clear(): Promise<void>
}

/** A table that several tabs share. */
export interface SharedTable<Value> extends Table<Value> {
  /** Stores the value unless there already is one. @returns the first value, which is the same for all tabs */
  keepFirst(key: string, value: Value): Promise<Value>
  /**
   * Replaces or removes a value only if it is the one that the caller has seen, so that no tab removes a value that
   * another tab has just stored.
   * @param value the new value; undefined removes the old one
   * @returns whether the value matched
   */
  replaceWhere(key: string, isMeant: (there: Value | undefined) => boolean, value: Value | undefined): Promise<boolean>
}

/** Waits for the end of a transaction, because only then is a value stored. */
const through = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

/** A database, which opens at its first use. @returns a function that gives a table by name, with strings as keys */
export function openTables<Schema extends object>(setup: DatabaseSetup, window: object = globalThis) {
  let opening: Promise<IDBDatabase | undefined> | undefined

  return <Name extends keyof Schema & string>(name: Name): SharedTable<Schema[Name]> => {
    type Value = Schema[Name]
    /** Values that the database has not stored yet, or could not store. They take precedence over stored values. */
    const memory = new Map<string, { readonly value: Value | undefined }>()

    /** Undefined if the database fails. */
    async function tried<Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<Result>) {
      opening ??= openDatabase(setup, window)
      const database = await opening
      try {
        const transaction = database?.transaction(name, mode)
        if (!transaction) return undefined
        const [result] = await Promise.all([work(transaction.objectStore(name)), through(transaction)])
        return { result }
      } catch {
        return undefined
      }
    }

    async function write(key: string, value: Value | undefined, work: (store: IDBObjectStore) => IDBRequest) {
      const entry = { value }
      memory.set(key, entry)
      const isWritten = await tried('readwrite', (store) => settled(work(store)))
      // A newer value may have been written meanwhile.
      if (isWritten && memory.get(key) === entry) memory.delete(key)
    }

    return {
      async get(key) {
        const kept = memory.get(key)
        if (kept) return kept.value
        return (await tried('readonly', (store) => settled<Value | undefined>(store.get(key))))?.result
      },
      set: (key, value) => write(key, value, (store) => store.put(value, key)),
      remove: (key) => write(key, undefined, (store) => store.delete(key)),
      async clear() {
        memory.clear()
        await tried('readwrite', (store) => settled(store.clear()))
      },
      async keepFirst(key, value) {
        const before = memory.get(key)?.value
        if (before !== undefined) return before
        const kept = await tried('readwrite', async (store) => {
          const there = await settled<Value | undefined>(store.get(key))
          if (there === undefined) await settled(store.put(value, key))
          return there ?? value
        })
        if (!kept) memory.set(key, { value })
        return kept ? kept.result : value
      },
      async replaceWhere(key, isMeant, value) {
        const change = (store: IDBObjectStore): IDBRequest =>
          value === undefined ? store.delete(key) : store.put(value, key)
        const kept = memory.get(key)
        if (kept) {
          if (!isMeant(kept.value)) return false
          await write(key, value, change)
          return true
        }
        const replaced = await tried('readwrite', async (store) => {
          if (!isMeant(await settled<Value | undefined>(store.get(key)))) return false
          await settled<unknown>(change(store))
          return true
        })
        return replaced?.result ?? false
      },
    }
  }
}
