import { safely } from '../chains/announced.ts'
import { mergeKept } from './mergeKept.ts'

/** The storage that the pairing client needs (`IKeyValueStorage`). */
export interface KeptStorage {
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

/** Undefined for entries that we have not written. */
const parsed = (text: string | null | undefined): unknown => safely(() => (text == null ? undefined : JSON.parse(text)))

/**
 * Stores the client's entries in `localStorage`, under `@portico/<scope>/wc/`, shared by all tabs. An entry that cannot
 * be stored, because storage is full or blocked, is kept until the page is closed.
 * @param prefix the part of the client's keys that differs from page to page; it is left out in storage
 */
export function createKeptStorage(scope: string, prefix: string): KeptStorage {
  const folder = `@portico/${scope}/wc/`
  const inMemory = new Map<string, string>()
  /** What this page last read or wrote, for each key. */
  const seen = new Map<string, unknown>()
  const pathOf = (key: string) => folder + key.replace(prefix, '')

  function read(path: string): unknown {
    return parsed(inMemory.has(path) ? inMemory.get(path) : safely(() => localStorage.getItem(path)))
  }

  function write(path: string, value: unknown): void {
    const text = JSON.stringify(value)
    try {
      localStorage.setItem(path, text)
      inMemory.delete(path)
    } catch {
      inMemory.set(path, text)
    }
  }

  function paths(): string[] {
    const found = new Set(inMemory.keys())
    try {
      for (let i = 0; i < localStorage.length; i++) found.add(localStorage.key(i) ?? '')
    } catch {
      // If storage is blocked, the entry is kept in memory.
    }
    return [...found].filter((path) => path.startsWith(folder))
  }

  return {
    getKeys: async () => paths().map((path) => path.slice(folder.length)),
    getEntries: async <T>() => paths().map((path): [string, T] => [path.slice(folder.length), read(path) as T]),
    async getItem<T>(key: string) {
      const path = pathOf(key)
      const value = read(path)
      seen.set(path, structuredClone(value))
      return value as T | undefined
    },
    async setItem(key, value) {
      const path = pathOf(key)
      const plain: unknown = parsed(JSON.stringify(value))
      if (plain === undefined) return
      const kept = read(path)
      write(path, kept === undefined ? plain : mergeKept(seen.get(path), plain, kept))
      seen.set(path, plain)
    },
    async removeItem(key) {
      const path = pathOf(key)
      inMemory.delete(path)
      seen.delete(path)
      safely(() => localStorage.removeItem(path))
    },
  }
}
