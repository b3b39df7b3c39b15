import type { PairingStorage } from './pairing/startKit.ts'
import type { KeptState } from './state.ts'

const PREFIX = 'portico.phone/'
const STATE_KEY = `${PREFIX}state`

/** The required part of `Storage`; a map is enough for a phone that forgets everything on reload. */
type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] }

function memoryTexts(): Texts {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
    keys: () => [...texts.keys()],
  }
}

const browserTexts = (storage: Storage): Texts => ({
  getItem: (key) => storage.getItem(key),
  setItem: (key, value) => storage.setItem(key, value),
  removeItem: (key) => storage.removeItem(key),
  keys: () => Object.keys(storage),
})

export interface PhoneStorage {
  /** The pairing library's keys, pairings and sessions. */
  readonly pairing: PairingStorage
  load(): Partial<KeptState>
  save(state: KeptState): void
}

/** @param kept persistent storage; without it, everything is lost with the page */
export function createStorage(kept?: Storage): PhoneStorage {
  const texts = kept ? browserTexts(kept) : memoryTexts()
  const prefix = `${PREFIX}pairing/`
  const read = (key: string) => {
    const text = texts.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  }
  const names = () =>
    texts
      .keys()
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))

  return {
    pairing: {
      getKeys: async () => names(),
      getEntries: async () => names().map((name) => [name, read(prefix + name)]),
      getItem: async (name) => read(prefix + name),
      setItem: async (name, value) => texts.setItem(prefix + name, JSON.stringify(value)),
      removeItem: async (name) => texts.removeItem(prefix + name),
    },
    load: () => read(STATE_KEY) ?? {},
    save: (state) => texts.setItem(STATE_KEY, JSON.stringify(state)),
  }
}
