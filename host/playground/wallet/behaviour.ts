import { alreadyPending, userRejected } from './providerError.ts'

/** How the wallet answers, as its visitor and its maker would have it. */
export interface Behaviour {
  /** The answer to every prompt: approved, refused (4001), refused as pending (-32002), or none at all. */
  readonly answer: 'ok' | 'reject' | 'pending' | 'hang'
  /** How long the visitor thinks. */
  readonly delayMs: number
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
  startsOnWrongChain: false,
  addSwitches: false,
  saysRejected: false,
}

const terms: Record<string, (behaviour: Behaviour, value: number) => Behaviour> = {
  ok: (behaviour) => ({ ...behaviour, answer: 'ok' }),
  reject: (behaviour) => ({ ...behaviour, answer: 'reject' }),
  pending: (behaviour) => ({ ...behaviour, answer: 'pending' }),
  hang: (behaviour) => ({ ...behaviour, answer: 'hang' }),
  delay: (behaviour, delayMs) => ({ ...behaviour, delayMs }),
  'wrong-chain': (behaviour) => ({ ...behaviour, startsOnWrongChain: true }),
  'add-switches': (behaviour) => ({ ...behaviour, addSwitches: true }),
  'switch-error': (behaviour, switchErrorCode) => ({ ...behaviour, switchErrorCode }),
  nested: (behaviour, nestedUnder) => ({ ...behaviour, nestedUnder }),
  caused: (behaviour, causeUnder) => ({ ...behaviour, causeUnder }),
  'says-rejected': (behaviour) => ({ ...behaviour, saysRejected: true }),
  'add-error': (behaviour, addErrorCode) => ({ ...behaviour, addErrorCode }),
}

/**
 * Reads terms like `reject`, `delay:500,reject` or `switch-error:4902,nested:-32603`.
 * @throws Error that names the unknown term
 */
export function parseBehaviour(text: string): Behaviour {
  return text
    .split(',')
    .filter(Boolean)
    .reduce((behaviour, term) => {
      const [name = '', value] = term.split(':')
      const apply = terms[name]
      if (!apply || Number.isNaN(Number(value ?? 0))) {
        throw new Error(`Unknown wallet behaviour ${term}; there are ${Object.keys(terms).join(', ')}.`)
      }
      return apply(behaviour, Number(value ?? 0))
    }, OBEDIENT)
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
