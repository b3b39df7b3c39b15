import { looseObject, optional, picklist, string } from 'valibot'
import { appearance } from '../hostility.ts'
import { readParams } from '../readParams.ts'
import { WalletCore } from '../walletCore.ts'
import { type BitcoinControls, type BitcoinSetup, bitcoinControls } from './bitcoinControls.ts'
import type { BitcoinNetworkName } from './bitcoinNetworks.ts'
import { place } from './btcProviders.ts'
import { createAddressProvider } from './createAddressProvider.ts'
import { createVault } from './createVault.ts'

const chains: Readonly<Record<BitcoinNetworkName, { enum: string; name: string; network: string }>> = {
  mainnet: { enum: 'BITCOIN_MAINNET', name: 'Bitcoin Mainnet', network: 'livenet' },
  testnet: { enum: 'BITCOIN_TESTNET', name: 'Bitcoin Testnet', network: 'testnet' },
  signet: { enum: 'BITCOIN_SIGNET', name: 'Bitcoin Signet', network: 'testnet' },
  regtest: { enum: 'BITCOIN_REGTEST', name: 'Bitcoin Regtest', network: 'regtest' },
}
const ChainName = picklist(Object.values(chains).map((chain) => chain.enum))
const Raw = looseObject({ rawtx: string() })
const NoOptions = optional(looseObject({}))

export interface UnisatPlace {
  /** The path of the provider: UniSat's imitators have their own paths. */
  readonly path: string
  /** The path of an object with the icon. */
  readonly iconPath?: string
}

/**
 * Imitates UniSat, `window.unisat`: `accountsChanged` passes a list of addresses, which is empty while the wallet is
 * locked or the site has no permission.
 */
export function createUnisat(
  { name, rpcUrl, page, ...setup }: BitcoinSetup,
  { path, iconPath }: UnisatPlace,
): { provider: object; controls: BitcoinControls } {
  const core = new WalletCore(setup)
  const vault = createVault(core, rpcUrl)
  const { provider: common, call, callAdmitted, exposed } = createAddressProvider(core, vault)

  const provider = {
    ...common,

    getChain: () => call('getChain', [], () => chains[vault.network]),
    switchChain: (chain: unknown) =>
      callAdmitted('switchChain', [chain], async (ask) => {
        const wanted = readParams('switchChain', ChainName, chain)
        await ask()
        const network = (Object.keys(chains) as BitcoinNetworkName[]).find((of) => chains[of].enum === wanted)
        if (network) controls.setNetwork(network)
        return chains[vault.network]
      }),

    signPsbts: (psbts: readonly unknown[], options?: readonly unknown[]) =>
      Promise.all(psbts.map((psbt, i) => common.signPsbt(psbt, options?.[i]))),
    pushTx: (given: unknown) =>
      callAdmitted('pushTx', [given], () => vault.push(readParams('pushTx', Raw, given).rawtx)),

    disconnect: (options?: unknown) =>
      call('disconnect', [options], () => {
        readParams('disconnect', NoOptions, options)
        core.memory.revoke()
      }),
  }

  core.watchSite(() => core.events.emit('accountsChanged', exposed()))
  const { icon } = appearance(name, core.behaviour.hostility)
  const appear = () => {
    const undo = [place(page, path, provider), ...(iconPath ? [place(page, iconPath, { icon })] : [])]
    return () => undo.forEach((remove) => void remove())
  }
  const controls = bitcoinControls(core, vault, appear, () => {
    core.events.emit('networkChanged', chains[vault.network].network)
    core.events.emit('chainChanged', chains[vault.network])
    core.events.emit('accountsChanged', exposed())
  })
  return { provider, controls }
}
