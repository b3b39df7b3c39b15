import type { PreviewContext, Words } from '../../preview/index.ts'
import type { CaipNetworkId } from '../../src/caip.ts'
import type { Translate } from '../../src/formatMessage.ts'

/** What all parts of a preview have in common when they are drawn. */
export interface Drawing {
  readonly t: Translate
  readonly locale: string
  readonly words: Words
  readonly context: PreviewContext
  /** Milliseconds since 1970. */
  readonly now: number
  readonly hasFee: boolean
  readonly networkName: (caipNetworkId: CaipNetworkId) => string | undefined
  readonly writeAddress: (address: string) => string
}
