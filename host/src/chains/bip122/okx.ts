import { type Connector, ModalError } from '@portico/contracts'
import { encodeHex } from '@portico/contracts/chains/bytes'
import { readAccounts } from './accounts.ts'
import { listenTo } from './events.ts'
import { type BitcoinNetwork, NETWORKS } from './networks.ts'
import { signingOptions, signWithActive, withPublicKey } from './unisat.ts'
import { ask, field, method } from './untrusted.ts'
import type { BitcoinWallet, Grant } from './wallet.ts'

const SATOSHI_DIGITS = 8

/** Satoshi as bitcoin in decimal text, as OKX takes it: exact and independent of the locale (chains.md, pitfall 19). */
export function bitcoinText(satoshi: bigint): string {
  const digits = satoshi.toString().padStart(SATOSHI_DIGITS + 1, '0')
  return `${digits.slice(0, -SATOSHI_DIGITS)}.${digits.slice(-SATOSHI_DIGITS)}`
}

/** OKX (`window.okxwallet`) has one provider per network, each with its own accounts. */
export function okxWallet(connector: Connector, okx: unknown): BitcoinWallet {
  const find = ({ okx: name }: BitcoinNetwork): unknown => (name === undefined ? undefined : field(okx, name))
  let last: unknown

  function providerOf(network: BitcoinNetwork): unknown {
    const provider = find(network)
    if (!provider) throw new ModalError('chain.unsupported', { details: { network: network.caipNetworkId } })
    return provider
  }

  /** The documentation for test networks does not mention `getAccounts`. */
  const accountsOf = async (provider: unknown) =>
    method(provider, 'getAccounts') ? ask(provider, 'getAccounts') : [field(provider, 'selectedAccount')]

  async function connect(network: BitcoinNetwork): Promise<Grant> {
    const provider = providerOf(network)
    const connected = await ask(provider, 'connect')
    last = provider
    const accounts = readAccounts([connected])
    return { network, accounts: accounts.length ? accounts : await withPublicKey(provider, await accountsOf(provider)) }
  }

  return {
    connector,
    psbt: { sighash: 'any', tweaks: ['disableTweakSigner'], broadcastsItself: false },
    serves: (network) => Boolean(find(network)),
    connect,
    async read(network) {
      const provider = providerOf(network)
      const accounts = await withPublicKey(provider, await accountsOf(provider))
      if (accounts.length) last = provider
      return { network, accounts }
    },
    disconnect: async () => void (await method(last ?? field(okx, 'bitcoin'), 'disconnect')?.()),
    subscribe(onEvent) {
      const stops = NETWORKS.map(find).map((provider) =>
        listenTo(provider, {
          accountChanged: () => onEvent(undefined),
          accountsChanged: () => onEvent(undefined),
        }),
      )
      const isHeard = stops.some((stop) => stop)
      return isHeard ? () => void stops.map((stop) => stop?.()) : undefined
    },
    switchNetwork: async (network) => void (await connect(network)),

    signMessage: (request) => signWithActive(providerOf(request.network), request, accountsOf),
    async sendTransfer({ from, recipient, satoshi, network }) {
      const sent = await ask(providerOf(network), 'send', { from, to: recipient, value: bitcoinText(satoshi) })
      return field(sent, 'txhash') ?? sent
    },
    signPsbt: async ({ psbt, inputs, broadcast, network }) => ({
      psbt: await ask(providerOf(network), 'signPsbt', encodeHex(psbt), signingOptions(inputs, broadcast)),
    }),
    pushPsbt: (psbt, network) =>
      method(find(network), 'pushPsbt') && ask(providerOf(network), 'pushPsbt', encodeHex(psbt)),
  }
}
