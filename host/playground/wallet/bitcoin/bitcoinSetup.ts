import type { CoreSetup } from '../walletCore.ts'

export interface BitcoinSetup extends CoreSetup {
  readonly name: string
  /** Base URL of Esplora's REST interface. */
  readonly rpcUrl?: string
  /** The page's window. */
  readonly page: EventTarget & object
}
