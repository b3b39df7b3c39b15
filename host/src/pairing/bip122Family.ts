import { type ConnectionAccount, ModalError, type Network } from '@portico/contracts'
import { base64, hex } from '@scure/base'
import { createEmitter } from '../async/emitter.ts'
import type { AccountAddress, BitcoinProvider } from '../chains/bip122/provider.ts'
import { type SendTransferParams, type SignMessageParams, sendTransfer } from '../chains/bip122/requests.ts'
import type { PsbtSigner, SignedPsbt, SignPsbtParams } from '../chains/bip122/signPsbt.ts'
import { field } from '../chains/bip122/untrusted.ts'
import type { TransferRequest } from '../chains/bip122/wallet.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { AccountMemory } from './accountMemory.ts'
import { asked } from './requestErrors.ts'
import type { PairedAccount } from './sessionAccounts.ts'
import type { Sessions } from './sessions.ts'
import { switchTo } from './switchTo.ts'

const FAMILY = 'bip122'

/** The purposes of addresses in the words of wallets (`intention` here, `purpose` elsewhere). */
const PURPOSES: Readonly<Record<string, 'payment' | 'ordinal' | 'stx'>> = {
  payment: 'payment',
  ordinal: 'ordinal',
  ordinals: 'ordinal',
  stx: 'stx',
  stacks: 'stx',
}
const ORDER = ['payment', 'ordinal', undefined, 'stx']

const textOf = (from: unknown, field: string): string | undefined => {
  const value = typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined
}

/** Reads the accounts of an answer: strings or objects (pitfall 17), payment first. Drops all other fields. */
export function readBitcoinAccounts(answer: unknown): ConnectionAccount[] {
  const accounts = (Array.isArray(answer) ? answer.slice(0, 100) : []).flatMap((entry): ConnectionAccount[] => {
    const address = typeof entry === 'string' ? entry : textOf(entry, 'address')
    if (!address || !/^[a-zA-Z0-9]{14,90}$/.test(address)) return []
    const type = PURPOSES[(textOf(entry, 'intention') ?? textOf(entry, 'purpose') ?? '').toLowerCase()]
    const [publicKey, path] = [textOf(entry, 'publicKey'), textOf(entry, 'path')]
    return [{ address, ...(type && { type }), ...(publicKey && { publicKey }), ...(path && { path }) }]
  })
  const unique = accounts.filter(({ address }, index) => accounts.findIndex((one) => one.address === address) === index)
  return unique.toSorted((one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type))
}

/** Wallets encode signatures and PSBTs as hexadecimal or base64; ours are base64. @throws Error if it is neither */
export function toBase64Text(given: unknown): string {
  if (typeof given !== 'string' || given === '') throw new Error('the answer is no text')
  const text = given.replace(/^0x/, '')
  if (/^([0-9a-f]{2})+$/i.test(text)) return base64.encode(hex.decode(text.toLowerCase()))
  return base64.encode(base64.decode(given))
}

const addressOf = ({ address, type, publicKey, path }: ConnectionAccount): AccountAddress => ({
  address,
  purpose: type === 'ordinal' || type === 'stx' ? type : 'payment',
  ...(publicKey && { publicKey }),
  ...(path && { path }),
})

/** In the wallets' format, so that one reader is enough. */
const written = ({ type, ...rest }: ConnectionAccount) => ({ ...rest, ...(type && { purpose: type }) })

export interface Bip122FamilyOptions {
  readonly sessions: Sessions
  readonly memory: AccountMemory
}

/** Bitcoin accounts of a paired wallet (chains.md §5.4). */
export function createBip122Family({ sessions, memory }: Bip122FamilyOptions) {
  const { on, removeListener, emit } = createEmitter()

  function account(address = sessions.accountsOf(FAMILY)[0]?.address ?? ''): PairedAccount {
    const own = sessions.accountOf(FAMILY, address)
    if (own) return own
    // An address that only `getAccountAddresses` has returned is on the network of the others.
    const isKnown = sessions.accountsOf(FAMILY).some((known) => known.address === address)
    if (isKnown) return { address, ...sessions.placeOf(FAMILY) }
    throw new ModalError('connection.requestFailed', { details: { reason: 'not connected' } })
  }

  const ask = (from: PairedAccount, method: string, params: unknown) =>
    sessions.request(FAMILY, from.chain, method, params)

  async function getAccountAddresses(): Promise<ConnectionAccount[]> {
    const from = account()
    const accounts = readBitcoinAccounts(await ask(from, 'getAccountAddresses', { account: from.address }))
    if (accounts.length === 0) throw new Error('the wallet has named no account')
    sessions.describe(FAMILY, accounts)
    const topic = sessions.topic()
    if (topic) void memory.write(topic, accounts.map(written))
    return accounts
  }

  async function signMessage({ message, address, protocol }: SignMessageParams): Promise<string> {
    const from = account(address)
    const params = { account: from.address, address, message, ...(protocol && { protocol }) }
    const answer = await ask(from, 'signMessage', params)
    return toBase64Text(typeof answer === 'string' ? answer : textOf(answer, 'signature'))
  }

  async function send(params: SendTransferParams): Promise<string> {
    const from = account()
    const wallet = {
      async sendTransfer({ recipient, satoshi }: TransferRequest) {
        const asked = { account: from.address, recipientAddress: recipient, amount: String(satoshi) }
        const answer = await ask(from, 'sendTransfer', asked)
        return typeof answer === 'string' ? answer : textOf(answer, 'txid')
      },
    }
    return sendTransfer(wallet, { ...from, accounts: [from] }, params)
  }

  async function signPsbt(params: SignPsbtParams): Promise<SignedPsbt> {
    const from = account()
    const wallet: PsbtSigner = {
      psbt: { sighash: 'any', tweaks: ['disableTweakSigner', 'useTweakedSigner'], broadcastsItself: true },
      async signPsbt({ psbt, inputs, broadcast }) {
        const asked = { account: from.address, psbt: base64.encode(psbt), signInputs: inputs, broadcast }
        const answer = await ask(from, 'signPsbt', asked)
        return { psbt: field(answer, 'psbt'), txid: field(answer, 'txid') }
      },
    }
    const code = () => import(/* webpackChunkName: "chain-bip122-psbt" */ '../chains/bip122/signPsbt.ts')
    const { signPsbt: sign } = await loadPinned(code)
    return sign(wallet, from, params, undefined)
  }

  const provider: BitcoinProvider = {
    on: (event, listener) => on(event, listener as never),
    removeListener: (event, listener) => removeListener(event, listener as never),
    getAccountAddresses: () => asked(async () => (await getAccountAddresses()).map(addressOf)),
    signMessage: (params) => asked(() => signMessage(params)),
    sendTransfer: (params) => asked(() => send(params)),
    signPSBT: (params) => asked(() => signPsbt(params)),
  }

  sessions.changes.add(({ namespace, change }) => {
    if (namespace !== FAMILY) return
    if (change.type === 'accounts') emit('accountsChanged', change.accounts.map(addressOf))
    else if (change.type === 'network') emit('networkChanged', change.caipNetworkId)
    else if (change.type === 'disconnected') {
      void memory.clear()
      emit('disconnect', undefined)
    }
  })

  return {
    provider,
    signMessage: (address: string, message: string) => signMessage({ address, message }),
    switchNetwork: async (_connectorId: string, network: Network) => switchTo(sessions, network),
    /** Loads public keys and purposes after the connection, so that a silent wallet delays nothing. */
    async describeAccounts(): Promise<void> {
      if (sessions.access(FAMILY)?.methods.includes('getAccountAddresses')) await getAccountAddresses().catch(() => {})
    },
    /**
     * Restores what the wallet reported at an earlier visit, unless its accounts have changed. Does not ask it, which
     * could open its app.
     */
    async recallAccounts(): Promise<void> {
      const known = readBitcoinAccounts(await memory.read(sessions.topic() ?? ''))
      const isStillSo = sessions.accountsOf(FAMILY).every(({ address }) => known.some((one) => one.address === address))
      if (known.length > 0 && isStillSo) sessions.describe(FAMILY, known)
    },
  }
}
