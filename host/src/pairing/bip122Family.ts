import { type ConnectionAccount, ModalError, type Network } from '@portico/contracts'
import { base64, hex } from '@scure/base'
import { createEmitter } from '../async/emitter.ts'
import { ACCOUNT_TYPES, addressOf } from '../chains/bip122/accounts.ts'
import type { BitcoinProvider } from '../chains/bip122/provider.ts'
import { type SendTransferParams, type SignMessageParams, sendTransfer } from '../chains/bip122/requests.ts'
import type { PsbtSigner, SignedPsbt, SignPsbtParams } from '../chains/bip122/signPsbt.ts'
import { field, text } from '../chains/bip122/untrusted.ts'
import type { TransferRequest } from '../chains/bip122/wallet.ts'
import { translating } from '../chains/walletErrors.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { AccountMemory } from './accountMemory.ts'
import type { PairedAccount } from './sessionAccounts.ts'
import type { Sessions } from './sessions.ts'

const FAMILY = 'bip122'

const ORDER = ['payment', 'ordinal', undefined, 'stx']

const textOf = (from: unknown, name: string) => text(field(from, name))

/** Reads the accounts in a wallet's answer, strings or objects (pitfall 17), payment first. Drops all other fields. */
export function readBitcoinAccounts(answer: unknown): ConnectionAccount[] {
  const accounts = (Array.isArray(answer) ? answer.slice(0, 100) : []).flatMap((entry): ConnectionAccount[] => {
    const address = typeof entry === 'string' ? entry : textOf(entry, 'address')
    if (!address || !/^[a-zA-Z0-9]{14,90}$/.test(address)) return []
    const type = ACCOUNT_TYPES[(textOf(entry, 'intention') ?? textOf(entry, 'purpose') ?? '').toLowerCase()]
    const [publicKey, path] = [textOf(entry, 'publicKey'), textOf(entry, 'path')]
    return [{ address, ...(type && { type }), ...(publicKey && { publicKey }), ...(path && { path }) }]
  })
  const unique = accounts.filter(({ address }, index) => accounts.findIndex((one) => one.address === address) === index)
  return unique.toSorted((one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type))
}

/** A signature or PSBT in base64. Wallets encode it as hexadecimal or base64. @throws Error if it is neither */
export function toBase64Text(given: unknown): string {
  if (typeof given !== 'string' || given === '') throw new Error('the answer is no text')
  const digits = given.replace(/^0x/, '')
  if (/^([0-9a-f]{2})+$/i.test(digits)) return base64.encode(hex.decode(digits.toLowerCase()))
  return base64.encode(base64.decode(given))
}

/** An account in the wallets' own format, so that one reader is enough. */
const written = ({ type, ...rest }: ConnectionAccount) => ({ ...rest, ...(type && { purpose: type }) })

export interface Bip122FamilyOptions {
  readonly sessions: Sessions
  readonly memory: AccountMemory
}

/** A paired wallet's Bitcoin accounts (chains.md §5.4). */
export function createBip122Family({ sessions, memory }: Bip122FamilyOptions) {
  const { on, removeListener, emit } = createEmitter()

  function account(address = sessions.accountsOf(FAMILY)[0]?.address ?? ''): PairedAccount {
    const own = sessions.accountOf(FAMILY, address)
    if (own) return own
    // An address that only `getAccountAddresses` has returned is taken to be on the other addresses' network.
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
        const request = { account: from.address, recipientAddress: recipient, amount: String(satoshi) }
        const answer = await ask(from, 'sendTransfer', request)
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
        const request = { account: from.address, psbt: base64.encode(psbt), signInputs: inputs, broadcast }
        const answer = await ask(from, 'signPsbt', request)
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
    getAccountAddresses: () => translating(async () => (await getAccountAddresses()).map(addressOf)),
    signMessage: (params) => translating(() => signMessage(params)),
    sendTransfer: (params) => translating(() => send(params)),
    signPSBT: (params) => translating(() => signPsbt(params)),
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
    switchNetwork: async (_connectorId: string, network: Network) => sessions.moveTo(network),
    /** Loads public keys and purposes after connecting, so that a silent wallet delays nothing. */
    async describeAccounts(): Promise<void> {
      if (sessions.access(FAMILY)?.methods.includes('getAccountAddresses')) await getAccountAddresses().catch(() => {})
    },
    /** Restores what the wallet reported at an earlier visit, because asking it again could open its app. */
    async recallAccounts(): Promise<void> {
      const known = readBitcoinAccounts(await memory.read(sessions.topic() ?? ''))
      const isStillSo = sessions.accountsOf(FAMILY).every(({ address }) => known.some((one) => one.address === address))
      if (known.length > 0 && isStillSo) sessions.describe(FAMILY, known)
    },
  }
}
