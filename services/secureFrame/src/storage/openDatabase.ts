export interface DatabaseSetup {
  readonly name: string
  readonly version: number
  /** @param before the version that this browser has; 0 where it has none */
  readonly upgrade: (database: IDBDatabase, before: number) => void
  /** A database that does not open by then does not open: some browsers never answer where storage is blocked. */
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
  // A tab with a later version of the frame does not wait for this one.
  database.onversionchange = () => database.close()
  return database
}

/**
 * A database of this origin, in this browser, on this site: browsers keep the data of frames apart by the site around them.
 * @param window whose IndexedDB it is
 * @returns undefined where storage cannot be had, which may be told in any of four ways
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
