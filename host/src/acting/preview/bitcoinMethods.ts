import { ModalError } from '@portico/contracts'
import { copyJson, REQUEST_BOUNDS } from '@portico/contracts/embeddedWallet/json'
import type { BitcoinProvider } from '../../chains/bip122/provider.ts'
import type { Look } from './evmMethods.ts'
import type { Method } from './withMethods.ts'

const NAMES = { signMessage: 'signMessage', sendTransfer: 'sendTransfer', signPSBT: 'signPsbt' } as const

/** Methods of a Bitcoin provider. All take plain data, and the wallet gets a copy of what was shown. */
export function bitcoinMethods(provider: object, look: Look): Readonly<Record<string, Method>> {
  const of = provider as BitcoinProvider
  const previewed =
    (name: keyof typeof NAMES): Method =>
    async (params: unknown) => {
      const shown = copyJson(params, REQUEST_BOUNDS)
      if (shown === undefined)
        throw new ModalError('connection.requestFailed', { details: { reason: 'no plain data' } })
      await look({ method: NAMES[name], params: shown })
      return of[name](structuredClone(shown) as never)
    }
  return {
    signMessage: previewed('signMessage'),
    sendTransfer: previewed('sendTransfer'),
    signPSBT: previewed('signPSBT'),
  }
}
