import type { Value } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'

type Amount = Extract<Value, { type: 'amount' }>

/** A sentence to look up: its message key, and the values of its placeholders. */
export interface Sentence {
  readonly key: PreviewMessageKey
  readonly values?: Readonly<Record<string, string>>
  readonly isWarning?: boolean
  /** True when money may be lost. */
  readonly isDanger?: boolean
}

/** The view's functions for formatting the values in sentences. */
export interface Words {
  /** Formats an amount with its unit. */
  readonly amount: (amount: Pick<Amount, 'amount' | 'decimals' | 'symbol'>) => string
  /** Shortens an address for a sentence; the whole address is shown elsewhere. */
  readonly address: (address: string) => string
  readonly text: (key: PreviewMessageKey, values?: Readonly<Record<string, string>>) => string
}
