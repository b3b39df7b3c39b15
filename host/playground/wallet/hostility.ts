/** Harmful or untested wallet behavior. */
export interface Hostility {
  /** What the wallet throws instead of an Error: a text, undefined, or an object that throws on access. */
  readonly throws?: 'text' | 'nothing' | 'proxy'
  /** Wrong types, lists of 100,000 entries, or addresses of another family (`foreign`, which changes nothing else). */
  readonly garbage?: 'types' | 'huge' | 'foreign'
  /** A script, an unencrypted remote URL, or an SVG with a script. */
  readonly icon?: 'script' | 'http' | 'svg'
  /** Control characters, or 10,000 characters. */
  readonly name?: 'control' | 'long'
  /** Never answers, not even without a prompt. */
  readonly isMute: boolean
  /** Emits garbage to all listeners. */
  readonly isNoisy: boolean
}

/** The hostile answers that a test can choose, for example `throws:text`. */
export const HOSTILE_WORDS: Readonly<Record<string, readonly string[]>> = {
  throws: ['text', 'nothing', 'proxy'],
  garbage: ['types', 'huge', 'foreign'],
  icon: ['script', 'http', 'svg'],
  name: ['control', 'long'],
}

export const PEACEFUL: Hostility = { isMute: false, isNoisy: false }

/** Accounts of a wallet with `garbage:foreign`: real addresses of another chain family. */
export const ANY_EVM_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const ANY_BITCOIN_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const HUGE = 100_000

/** Throws on any access. */
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
 * @returns undefined if the wallet does answer
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

/** What a noisy wallet emits, for any event. */
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

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" fill="none">
<rect width="96" height="96" rx="22" fill="#274d3d"/>
<path d="M22 76V46a26 26 0 0 1 52 0v30H62V46a14 14 0 0 0-28 0v30Z" fill="#f4efe4"/>
<circle cx="48" cy="68" r="8" fill="#e7a74e"/>
</svg>`

/** An arch with a coin in it. */
const drawnIcon = `data:image/svg+xml;base64,${btoa(drawing)}` as const

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

/** The wallet's name and icon. A script that runs in its icon sets the global `hostileIconRan`. */
export const appearance = (name: string, hostility: Hostility) => ({
  name: hostility.name ? hostileNames[hostility.name] : name,
  // Typed as the standards require, although a hostile wallet violates that.
  icon: (hostility.icon ? hostileIcons[hostility.icon] : drawnIcon) as typeof drawnIcon,
})
