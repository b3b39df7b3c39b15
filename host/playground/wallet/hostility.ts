import { icon as drawnIcon } from './icon.ts'

/** What a wallet does that means harm, or that nobody has tried against a page. */
export interface Hostility {
  /** It throws, and what it throws is no error: a text, nothing at all, or an object that throws when it is touched. */
  readonly throws?: 'text' | 'nothing' | 'proxy'
  /**
   * Its answers: values of wrong types, lists of 100,000 entries, or addresses of another chain family, which are all
   * that `foreign` changes.
   */
  readonly garbage?: 'types' | 'huge' | 'foreign'
  /** A script, an address that is fetched in the open, or a drawing with a script in it. */
  readonly icon?: 'script' | 'http' | 'svg'
  /** Characters that control the text around them, or 10,000 of them. */
  readonly name?: 'control' | 'long'
  /** Whether it never answers, not even what needs no visitor. */
  readonly isMute: boolean
  /** Whether everyone who listens to it hears garbage. */
  readonly isNoisy: boolean
}

/** The words that the terms of a hostile wallet take: `throws:text`. */
export const HOSTILE_WORDS: Readonly<Record<string, readonly string[]>> = {
  throws: ['text', 'nothing', 'proxy'],
  garbage: ['types', 'huge', 'foreign'],
  icon: ['script', 'http', 'svg'],
  name: ['control', 'long'],
}

export const PEACEFUL: Hostility = { isMute: false, isNoisy: false }

const HUGE = 100_000

/** Any touch of it throws. */
export const untouchable = (): object => {
  const refuse = () => {
    throw new Error('Do not touch.')
  }
  return new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse })
}

const thrown = { text: () => 'no', nothing: () => undefined, proxy: untouchable }

const wrongTypes = () => ({
  jsonrpc: 2,
  result: 42,
  accounts: 42,
  addresses: 'none',
  address: null,
  publicKey: {},
  signature: [],
  signedTransaction: 'none',
  psbt: 7,
  txid: -1,
})

const hugeList = () => {
  const entry = { address: 'x'.repeat(64), publicKey: 'x'.repeat(64), chains: [], features: [], purpose: 'payment' }
  const list = Array.from({ length: HUGE }, () => entry)
  return Object.assign(list, { accounts: list, addresses: list, result: { addresses: list } })
}

/**
 * What a hostile wallet does instead of answering.
 * @returns undefined when it answers after all
 */
export function insteadOfAnswering({ throws, garbage, isMute }: Hostility): (() => unknown) | undefined {
  if (isMute) return () => new Promise(() => {})
  if (throws) {
    return () => {
      throw thrown[throws]()
    }
  }
  if (garbage === 'types') return wrongTypes
  if (garbage === 'huge') return hugeList
  return undefined
}

/** What those hear who listen to a noisy wallet, whatever the event is called. */
export const noise = (): readonly unknown[] => [
  undefined,
  null,
  42,
  'noise',
  [],
  {},
  [{}],
  [42, null],
  { accounts: 'none', addresses: 42, type: {} },
  untouchable(),
]

const hostileIcons = {
  script: 'javascript:globalThis.hostileIconRan=true',
  http: 'http://icons.invalid/icon.png',
  svg: `data:image/svg+xml;base64,${btoa(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.hostileIconRan=true"><script>globalThis.hostileIconRan=true</script></svg>',
  )}`,
}

const hostileNames = {
  control: 'Portico\u0000\u0007\n\u001b[31m \u202etellaW\u202c\u200b\u2066',
  long: 'Portico '.repeat(1250),
}

/** How the wallet shows itself. A script that runs in its icon sets the global `hostileIconRan`. */
export const appearance = (name: string, hostility: Hostility) => ({
  name: hostility.name ? hostileNames[hostility.name] : name,
  // Its type is what the standards ask for; what a hostile wallet gives is something else.
  icon: (hostility.icon ? hostileIcons[hostility.icon] : drawnIcon) as typeof drawnIcon,
})
