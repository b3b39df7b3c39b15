/**
 * A few values by name, in this origin's IndexedDB, which browsers keep apart for each site that embeds the frame. Where
 * that cannot be had, as with blocked storage, they are kept in memory, for this visit. No promise rejects.
 */
export interface Shelf {
  read(name: string): Promise<unknown>
  write(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<void>
  /** Of several tabs that bring one, the first: all of them get that. */
  keepFirst(name: string, value: unknown): Promise<unknown>
}

const DATABASE = 'portico-frame'
const STORE = 'values'
/** Some browsers never answer where storage is blocked. */
const OPEN_LIMIT_MS = 3_000

const settled = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** A value is kept when its transaction is through, and not before. */
const through = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

async function open(factory: IDBFactory | undefined): Promise<IDBDatabase | undefined> {
  if (!factory) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), OPEN_LIMIT_MS)
  })
  try {
    const request = factory.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    return await Promise.race([settled(request), tooLate])
  } catch {
    return undefined // it throws, or fails, depending on the browser
  } finally {
    clearTimeout(timer)
  }
}

function indexedDbOf(window: object): IDBFactory | undefined {
  try {
    return (window as { indexedDB?: IDBFactory }).indexedDB ?? undefined
  } catch {
    return undefined // SecurityError
  }
}

/** @param window whose IndexedDB it is */
export function openShelf(window: object = globalThis): Shelf {
  let opening: Promise<IDBDatabase | undefined> | undefined
  /** What the database could not be made to say. It counts before what is there. */
  const memory = new Map<string, unknown>()

  /** Undefined where the database does not do it. */
  async function tried<Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<Result>) {
    opening ??= open(indexedDbOf(window))
    const database = await opening
    try {
      const transaction = database?.transaction(STORE, mode)
      if (!transaction) return undefined
      const [result] = await Promise.all([work(transaction.objectStore(STORE)), through(transaction)])
      return { result }
    } catch {
      return undefined
    }
  }

  return {
    async read(name) {
      if (memory.has(name)) return memory.get(name)
      return (await tried('readonly', (store) => settled<unknown>(store.get(name))))?.result
    },
    async write(name, value) {
      if (await tried('readwrite', (store) => settled(store.put(value, name)))) memory.delete(name)
      else memory.set(name, value)
    },
    async remove(name) {
      if (await tried('readwrite', (store) => settled(store.delete(name)))) memory.delete(name)
      else memory.set(name, undefined)
    },
    async keepFirst(name, value) {
      if (memory.has(name)) return memory.get(name)
      const kept = await tried('readwrite', async (store) => {
        const there = await settled<unknown>(store.get(name))
        if (there === undefined) await settled(store.put(value, name))
        return there ?? value
      })
      if (!kept) memory.set(name, value)
      return kept ? kept.result : value
    },
  }
}
