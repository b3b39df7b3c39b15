import { type ConnectionAccount, ModalError, type Network } from '@portico/contracts'
import { base64, hex } from '@scure/base'
import { createEmitter } from './listeners.ts'
import type { PairedAccount } from './sessionAccounts.ts'
import type { Sessions } from './sessions.ts'
import { switchTo } from './solanaFamily.ts'

const FAMILY = 'bip122'

/** The words of wallets for what an address is for (`intention` here, `purpose` elsewhere). */
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

/** The accounts of an answer: texts or objects (pitfall 17), payment first. Whatever else a wallet puts there is left out. */
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

/** Signatures come as hexadecimal or base64; ours are base64. @throws Error when it is neither */
export function toBase64Signature(signature: unknown): string {
  if (typeof signature !== 'string' || signature === '') throw new Error('the signature is no text')
  const text = signature.replace(/^0x/, '')
  if (/^([0-9a-f]{2})+$/i.test(text)) return base64.encode(hex.decode(text.toLowerCase()))
  return base64.encode(base64.decode(signature))
}

interface MessageToSign {
  readonly message: string
  readonly address: string
  readonly protocol?: 'ecdsa' | 'bip322'
}

interface PsbtToSign {
  readonly psbt: string
  readonly signInputs: readonly object[]
  readonly broadcast?: boolean
}

/** Bitcoin accounts of a paired wallet (chains.md §5.4). */
export function createBip122Family({ sessions }: { readonly sessions: Sessions }) {
  const { on, removeListener, emit } = createEmitter()

  function account(address = sessions.accountsOf(FAMILY)[0]?.address ?? ''): PairedAccount {
    const own = sessions.accountOf(FAMILY, address)
    if (own) return own
    // An address that only `getAccountAddresses` has named is on the network of the others.
    const chain = sessions.access(FAMILY)?.accounts[0]
    const isKnown = sessions.accountsOf(FAMILY).some((known) => known.address === address)
    if (chain && isKnown) return { ...chain, address }
    throw new ModalError('connection.providerMissing')
  }

  const ask = (from: PairedAccount, method: string, params: unknown) =>
    sessions.request(FAMILY, from.chain, method, params)

  async function getAccountAddresses(): Promise<ConnectionAccount[]> {
    const from = account()
    const accounts = readBitcoinAccounts(await ask(from, 'getAccountAddresses', { account: from.address }))
    if (accounts.length === 0) throw new Error('the wallet has named no account')
    sessions.describe(FAMILY, accounts)
    return accounts
  }

  async function signMessage({ message, address, protocol }: MessageToSign): Promise<string> {
    const from = account(address)
    const params = { account: from.address, address, message, ...(protocol && { protocol }) }
    const answer = await ask(from, 'signMessage', params)
    return toBase64Signature(typeof answer === 'string' ? answer : textOf(answer, 'signature'))
  }

  /** The interface of every Bitcoin connector. Errors are the wallet's own. */
  const provider = {
    on,
    removeListener,
    getAccountAddresses: async () =>
      (await getAccountAddresses()).map(({ type, ...rest }) => ({ ...rest, purpose: type ?? 'payment' })),
    signMessage,
    async sendTransfer({ recipient, amount }: { recipient: string; amount: string }): Promise<string> {
      const from = account()
      const answer = await ask(from, 'sendTransfer', { account: from.address, recipientAddress: recipient, amount })
      const txid = typeof answer === 'string' ? answer : textOf(answer, 'txid')
      if (!txid) throw new Error('the answer cannot be read')
      return txid
    },
    async signPSBT({ psbt, signInputs, broadcast = false }: PsbtToSign): Promise<{ psbt: string; txid?: string }> {
      const from = account()
      const answer = await ask(from, 'signPsbt', { account: from.address, psbt, signInputs, broadcast })
      const [signed, txid] = [(answer as { psbt?: unknown } | null)?.psbt, textOf(answer, 'txid')]
      if (typeof signed !== 'string') throw new Error('the answer cannot be read')
      return { psbt: signed, ...(txid && { txid }) }
    },
    request: async ({ method, params }: { method: string; params?: unknown }) => ask(account(), method, params ?? {}),
  }

  sessions.changes.add(({ namespace, change }) => {
    if (namespace !== FAMILY) return
    if (change.type === 'accounts')
      emit(
        'accountsChanged',
        change.accounts.map(({ address }) => address),
      )
    else if (change.type === 'network') emit('chainChanged', change.caipNetworkId)
    else if (change.type === 'disconnected') emit('disconnect', undefined)
  })

  return {
    provider,
    signMessage: (address: string, message: string) => signMessage({ address, message }),
    switchNetwork: async (_connectorId: string, network: Network) => switchTo(sessions, network),
    /** Public keys and purposes come after the connection: a wallet that says nothing of them holds nobody up. */
    async describeAccounts(): Promise<void> {
      if (sessions.access(FAMILY)?.methods.includes('getAccountAddresses')) await getAccountAddresses().catch(() => {})
    },
  }
}
