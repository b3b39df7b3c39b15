import type { Connector } from '@portico/contracts'
import { readAccounts } from './accounts.ts'
import { type BitcoinNetwork, networkNamed } from './networks.ts'
import { PURPOSES } from './satsConnect.ts'
import { ask, field, list, method, text } from './untrusted.ts'
import type { BitcoinWallet, Grant, InputToSign } from './wallet.ts'

/** The sighash types with their names in Wallet Standard; taproot's default has none. */
const SIGHASHES: Readonly<Record<number, string>> = {
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
}

const TAPROOT_DEFAULT = 0

/** For one request, some wallets answer with a list of one item, as the standard says, others with the item itself. */
const firstOf = (answer: unknown): unknown => (Array.isArray(answer) ? list(answer)[0] : answer)

/** A wallet registered via Wallet Standard with `bitcoin:connect`. It signs, but neither transfers nor broadcasts. */
export function standardWallet(connector: Connector, wallet: unknown): BitcoinWallet {
  const feature = (name: string) => field(field(wallet, 'features'), name)
  const events = () => feature('standard:events') ?? feature('bitcoin:events')
  let connected: readonly unknown[] = []

  /** The wallet's accounts, including those that it returned only from `connect`. */
  const exposed = () => [...list(field(wallet, 'accounts')), ...connected]

  function accountOf(address: string): unknown {
    const account = exposed().find((one) => field(one, 'address') === address)
    if (!account) throw new Error('the wallet has no such account')
    return account
  }

  function grantOf(accounts: readonly unknown[], wanted?: BitcoinNetwork): Grant {
    const own = accounts.filter((account) => {
      const chains = list(field(account, 'chains'))
      return !chains.length || chains.some((chain) => text(chain)?.startsWith('bitcoin:'))
    })
    const chains = list(field(own[0], 'chains'))
    const network = wanted && chains.includes(wanted.standard) ? wanted : networkOfChains(chains)
    return { accounts: readAccounts(own), ...(network && { network }) }
  }

  const inputOf = ({ address, index, sighashTypes = [] }: InputToSign) => {
    const [type = TAPROOT_DEFAULT] = sighashTypes
    const sigHash = SIGHASHES[type]
    if (!sigHash && type !== TAPROOT_DEFAULT) throw new Error(`the wallet has no name for sighash type ${type}`)
    return { account: accountOf(address), signingIndexes: [index], ...(sigHash && { sigHash }) }
  }

  return {
    connector,
    psbt: { sighash: 'one', tweaks: [], broadcastsItself: false },
    serves: ({ standard }) => list(field(wallet, 'chains')).includes(standard),

    async connect(network) {
      connected = list(field(await ask(feature('bitcoin:connect'), 'connect', { purposes: PURPOSES }), 'accounts'))
      return grantOf(connected, network)
    },
    /** `bitcoin:connect` would prompt; only `standard:connect` can be silent. */
    async read(network) {
      const accounts = list(field(wallet, 'accounts'))
      if (accounts.length) return grantOf(accounts, network)
      const connect = method(feature('standard:connect'), 'connect')
      return connect && grantOf(list(field(await connect({ silent: true }), 'accounts')), network)
    },
    async disconnect() {
      connected = []
      await method(feature('standard:disconnect') ?? feature('bitcoin:disconnect'), 'disconnect')?.()
    },
    subscribe(onEvent) {
      const on = method(events(), 'on')
      if (!on) return undefined
      let isOver = false
      const stop = on('change', (change: unknown) => {
        const accounts = field(change, 'accounts')
        if (isOver || !Array.isArray(accounts)) return
        connected = []
        onEvent(accounts.length ? grantOf(list(accounts)) : 'gone')
      })
      return () => {
        isOver = true
        if (typeof stop === 'function') stop()
      }
    },
    ...(method(feature('bitcoin:switchNetwork'), 'switchNetwork') && {
      async switchNetwork({ standard }: BitcoinNetwork) {
        await ask(feature('bitcoin:switchNetwork'), 'switchNetwork', { chain: standard })
      },
    }),

    async signMessage({ message, address }) {
      const input = { account: accountOf(address), message: new TextEncoder().encode(message) }
      return field(firstOf(await ask(feature('bitcoin:signMessage'), 'signMessage', input)), 'signature')
    },
    async signPsbt({ psbt, inputs, network }) {
      const input = { psbt, inputsToSign: inputs.map(inputOf), chain: network.standard }
      const answer = await ask(feature('bitcoin:signTransaction'), 'signTransaction', input)
      return { psbt: field(firstOf(answer), 'signedPsbt') }
    },
  }
}

const networkOfChains = (chains: readonly unknown[]): BitcoinNetwork | undefined =>
  chains.map((chain) => networkNamed('standard', chain)).find((network) => network !== undefined)

/** Whether it is a Bitcoin wallet at all. */
export const isBitcoinWallet = (wallet: unknown): boolean =>
  method(field(field(wallet, 'features'), 'bitcoin:connect'), 'connect') !== undefined
