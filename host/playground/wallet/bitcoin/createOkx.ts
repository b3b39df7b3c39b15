import { hex } from '@scure/base'
import { looseObject, pipe, regex, string } from 'valibot'
import { appearance } from '../hostility.ts'
import { readParams } from '../readParams.ts'
import { WalletCore } from '../walletCore.ts'
import { type BitcoinControls, type BitcoinSetup, bitcoinControls } from './bitcoinControls.ts'
import { place } from './btcProviders.ts'
import { createAddressProvider } from './createAddressProvider.ts'
import { createVault } from './createVault.ts'

/** BTC with up to eight decimals: `send` is the only method that does not take satoshi. */
const Bitcoins = pipe(string(), regex(/^\d+(\.\d{1,8})?$/))
const Send = looseObject({ from: string(), to: string(), value: Bitcoins })

function toSatoshi(bitcoins: string): bigint {
  const [whole = '0', fraction = ''] = bitcoins.split('.')
  return BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, '0'))
}

/** Imitates OKX: `window.okxwallet.bitcoin`, with the icon in the wallet's Cardano provider. */
export function createOkx({ name, rpcUrl, page, ...setup }: BitcoinSetup): {
  provider: object
  controls: BitcoinControls
} {
  const core = new WalletCore(setup)
  const vault = createVault(core, rpcUrl)
  const { provider: common, call, callAdmitted, exposed, own, shown } = createAddressProvider(core, vault)
  const account = () => {
    const publicKey = hex.encode(own().publicKey)
    return { address: shown(), publicKey, compressedPublicKey: publicKey }
  }

  const provider = {
    ...common,

    connect: () =>
      call('connect', [], async (ask) => {
        await core.admit(ask)
        return account()
      }),

    send: (given: unknown) =>
      callAdmitted('send', [given], async (ask) => {
        const { from, to, value } = readParams('send', Send, given)
        const sender = vault.own(from)
        await ask()
        return { txhash: await vault.send(sender, [{ address: to, amount: toSatoshi(value) }]) }
      }),

    disconnect: () => call('disconnect', [], () => core.memory.revoke()),
    /** Removes all listeners: the page's own and the modal's. */
    removeAllListeners: () => core.events.clear(),
  }

  core.watchSite(() => {
    core.events.emit('accountsChanged', exposed())
    core.events.emit('accountChanged', core.memory.isExposed ? account() : null)
  })

  const { icon } = appearance(name, core.behaviour.hostility)
  const appear = () => {
    const undo = [place(page, 'okxwallet.bitcoin', provider), place(page, 'okxwallet.cardano', { icon })]
    return () => undo.forEach((remove) => void remove())
  }
  return {
    provider,
    controls: bitcoinControls(core, vault, appear, () => core.events.emit('networkChanged', vault.network)),
  }
}
