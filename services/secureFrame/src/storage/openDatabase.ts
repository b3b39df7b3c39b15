export interface DatabaseSetup {
  readonly name: string
  readonly version: number
  /** @param before the version that this browser has; 0 if it has none */
  readonly upgrade: (database: IDBDatabase, before: number) => void
  /** The time limit for opening, because some browsers never answer if storage is blocked. */
  readonly openLimitMs: number
}

export const settled = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function indexedDbOf(window: object): IDBFactory | undefined {
  try {
    return (window as { indexedDB?: IDBFactory }).indexedDB ?? undefined
  } catch {
    return undefined // SecurityError
  }
}

async function request(factory: IDBFactory, { name, version, upgrade }: DatabaseSetup): Promise<IDBDatabase> {
  const opening = factory.open(name, version)
  opening.onupgradeneeded = ({ oldVersion }) => upgrade(opening.result, oldVersion)
  const database = await settled(opening)
  // Do not block a tab with a later version of the frame.
  database.onversionchange = () => database.close()
  return database
}

/**
 * Opens a database of this origin. Browsers keep a frame's data separately for each site around it.
 * @param window the window whose IndexedDB is used
 * @returns undefined if storage is unavailable, which browsers report in any of four ways
 */
export async function openDatabase(setup: DatabaseSetup, window: object): Promise<IDBDatabase | undefined> {
  const factory = indexedDbOf(window)
  if (!factory) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, setup.openLimitMs, undefined)
  })
  try {
    return await Promise.race([request(factory, setup), tooLate])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
