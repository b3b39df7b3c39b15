import type { Value } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'

type Amount = Extract<Value, { type: 'amount' }>

/** A sentence to look up: its key and its placeholders' values. */
export interface Sentence {
  readonly key: PreviewMessageKey
  readonly values?: Readonly<Record<string, string>>
  readonly isWarning?: boolean
  /** Money may be lost. */
  readonly isDanger?: boolean
}

/** How the view formats the values in sentences. */
export interface Words {
  /** With its unit. */
  readonly amount: (amount: Pick<Amount, 'amount' | 'decimals' | 'symbol'>) => string
  /** Shortened for a sentence; the whole address appears elsewhere. */
  readonly address: (address: string) => string
  readonly text: (key: PreviewMessageKey, values?: Readonly<Record<string, string>>) => string
}
