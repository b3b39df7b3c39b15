import { HOSTILE_WORDS, type Hostility, PEACEFUL } from './hostility.ts'
import { alreadyPending, userRejected } from './providerError.ts'

/** How the wallet answers, as its visitor and its maker would have it. */
export interface Behaviour {
  /** The answer to every prompt: approved, refused (4001), refused as pending (-32002), or none at all. */
  readonly answer: 'ok' | 'reject' | 'pending' | 'hang'
  /** How long the visitor thinks. */
  readonly delayMs: number
  /** How long after the page's start the wallet shows itself; infinite when it waits to be told. */
  readonly lateMs: number
  /** Whether it tells nobody when its account or network changes, as some wallets do. */
  readonly isQuiet: boolean
  readonly hostility: Hostility
  /** Whether the wallet starts on a chain that the page does not know. */
  readonly startsOnWrongChain: boolean
  /** Whether a chain that is added is switched to as well, as some wallets do. */
  readonly addSwitches: boolean
  /** With what `wallet_switchEthereumChain` fails as long as the chain has not been added. */
  readonly switchErrorCode?: number
  /** The code around it, when a failed switch says why only in `data.originalError`, as MetaMask's mobile app does. */
  readonly nestedUnder?: number
  /** The same for wallets that say it in `cause`. */
  readonly causeUnder?: number
  /** Whether the text of a failed switch says that the visitor refused. */
  readonly saysRejected: boolean
  /** With what `wallet_addEthereumChain` fails. */
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
 * Reads terms like `reject`, `delay:500,reject`, `switch-error:4902,nested:-32603` or `late:300,garbage:types`. The terms
 * on switching are for EVM wallets; everything else is for every wallet.
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

/** What the visitor says to a prompt: resolves when it is approved. One that hangs waits in `open` for its answer. */
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
