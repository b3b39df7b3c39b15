import type { Value } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'

type Amount = Extract<Value, { type: 'amount' }>

/** A sentence to look up: its key with what is filled in. */
export interface Sentence {
  readonly key: PreviewMessageKey
  readonly values?: Readonly<Record<string, string>>
  readonly isWarning?: boolean
  /** Money may be lost. */
  readonly isDanger?: boolean
}

/** How whoever shows them writes what sentences are filled with. */
export interface Words {
  /** With its unit. */
  readonly amount: (amount: Pick<Amount, 'amount' | 'decimals' | 'symbol'>) => string
  /** In a sentence, with the whole of it elsewhere. */
  readonly address: (address: string) => string
  readonly text: (key: PreviewMessageKey, values?: Readonly<Record<string, string>>) => string
}
