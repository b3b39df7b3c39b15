import { HOSTILE_WORDS, type Hostility, PEACEFUL } from './hostility.ts'
import { alreadyPending, userRejected } from './providerError.ts'

/** A wallet's behavior: its visitor's decisions and the quirks of its implementation. */
export interface Behaviour {
  /** The answer to every prompt: approved, refused (4001), refused as pending (-32002), or none at all. */
  readonly answer: 'ok' | 'reject' | 'pending' | 'hang'
  /** How long the visitor takes. */
  readonly delayMs: number
  /** How long after the page's start the wallet appears; infinite until `announce` is called. */
  readonly lateMs: number
  /** Emits no events for account and network changes, like some wallets. */
  readonly isQuiet: boolean
  readonly hostility: Hostility
  /** Starts on a chain that the page does not know. */
  readonly startsOnWrongChain: boolean
  /** Switches to an added chain at once, like some wallets. */
  readonly addSwitches: boolean
  /** The error code of `wallet_switchEthereumChain` until the chain is added. */
  readonly switchErrorCode?: number
  /** The outer code, if the real code is only in `data.originalError`, as in MetaMask's mobile app. */
  readonly nestedUnder?: number
  /** The outer code, if the real code is only in `cause`, as in some wallets. */
  readonly causeUnder?: number
  /** Whether the error text of a failed switch claims a rejection. */
  readonly saysRejected: boolean
  /** The error code of `wallet_addEthereumChain`. */
  readonly addErrorCode?: number
}

const OBEDIENT: Behaviour = {
  answer: 'ok',
  delayMs: 0,
  lateMs: 0,
  isQuiet: false,
  hostility: PEACEFUL,
  startsOnWrongChain: false,
  addSwitches: false,
  saysRejected: false,
}

const terms: Record<string, (behaviour: Behaviour, value?: number) => Behaviour> = {
  ok: (behaviour) => ({ ...behaviour, answer: 'ok' }),
  reject: (behaviour) => ({ ...behaviour, answer: 'reject' }),
  pending: (behaviour) => ({ ...behaviour, answer: 'pending' }),
  hang: (behaviour) => ({ ...behaviour, answer: 'hang' }),
  delay: (behaviour, delayMs = 0) => ({ ...behaviour, delayMs }),
  late: (behaviour, lateMs = Number.POSITIVE_INFINITY) => ({ ...behaviour, lateMs }),
  quiet: (behaviour) => ({ ...behaviour, isQuiet: true }),
  mute: (behaviour) => ({ ...behaviour, hostility: { ...behaviour.hostility, isMute: true } }),
  noise: (behaviour) => ({ ...behaviour, hostility: { ...behaviour.hostility, isNoisy: true } }),
  'wrong-chain': (behaviour) => ({ ...behaviour, startsOnWrongChain: true }),
  'add-switches': (behaviour) => ({ ...behaviour, addSwitches: true }),
  'switch-error': (behaviour, switchErrorCode) => ({ ...behaviour, switchErrorCode }),
  nested: (behaviour, nestedUnder) => ({ ...behaviour, nestedUnder }),
  caused: (behaviour, causeUnder) => ({ ...behaviour, causeUnder }),
  'says-rejected': (behaviour) => ({ ...behaviour, saysRejected: true }),
  'add-error': (behaviour, addErrorCode) => ({ ...behaviour, addErrorCode }),
}

/**
 * Parses terms like `reject`, `delay:500,reject`, `switch-error:4902,nested:-32603` or `late:300,garbage:types`. The
 * switching terms apply to EVM wallets, all others to every wallet.
 * @throws Error that names the unknown term
 */
export function parseBehaviour(text: string): Behaviour {
  let behaviour = OBEDIENT
  for (const term of text.split(',').filter(Boolean)) {
    const [name = '', value] = term.split(':')
    const apply = Object.hasOwn(terms, name) ? terms[name] : undefined
    if (value && HOSTILE_WORDS[name]?.includes(value)) {
      behaviour = { ...behaviour, hostility: { ...behaviour.hostility, [name]: value } }
    } else if (apply && !Number.isNaN(Number(value ?? 0))) {
      behaviour = apply(behaviour, value === undefined ? undefined : Number(value))
    } else {
      const known = [...Object.keys(terms), ...Object.keys(HOSTILE_WORDS)]
      throw new Error(`Unknown wallet behaviour ${term}; there are ${known.join(', ')}.`)
    }
  }
  return behaviour
}

/** The visitor's answer to a prompt: resolves on approval. A hanging prompt waits in `open`. */
export async function prompt(
  method: string,
  { answer, delayMs }: Behaviour,
  open: Set<() => void> = new Set(),
): Promise<void> {
  if (answer === 'hang') return new Promise((approve) => open.add(approve))
  if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (answer === 'reject') throw userRejected()
  if (answer === 'pending') throw alreadyPending(method)
}
