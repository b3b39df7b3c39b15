import { type Connector, ModalError } from '@portico/contracts'
import { encodeHex } from '@portico/contracts/chains/bytes'
import { readAccounts } from './accounts.ts'
import { listenTo } from './events.ts'
import { networkNamed } from './networks.ts'
import { ask, field, method, text } from './untrusted.ts'
import type { BitcoinWallet, Grant, InputToSign, MessageRequest } from './wallet.ts'

/** Adds the active account's public key, the only one that `getPublicKey` returns. */
export async function withPublicKey(provider: unknown, accounts: unknown): Promise<Grant['accounts']> {
  const [first, ...rest] = readAccounts(accounts)
  if (!first) return []
  const publicKey = text(await ask(provider, 'getPublicKey').catch(() => undefined))
  return publicKey ? [...readAccounts([{ ...first, publicKey }]), ...rest] : [first, ...rest]
}

/** These wallets always sign with their active account, so the given address must belong to it. */
export async function signWithActive(
  provider: unknown,
  { message, address, protocol }: MessageRequest,
  accountsOf = (of: unknown) => ask(of, 'getAccounts'),
): Promise<unknown> {
  const accounts = readAccounts(await accountsOf(provider))
  if (!accounts.some((account) => account.address === address)) {
    throw new Error('the address is not the active account of the wallet')
  }
  return ask(provider, 'signMessage', message, protocol === 'bip322' ? 'bip322-simple' : 'ecdsa')
}

/** `autoFinalized: false` leaves a transaction open for other signers; one that is to be broadcast must be complete. */
export const signingOptions = (inputs: readonly InputToSign[], broadcast: boolean) => ({
  autoFinalized: broadcast,
  toSignInputs: inputs.map((input) => ({ ...input })),
})

/** UniSat, and wallets with its interface: Bitget and Binance. */
export function unisatWallet(connector: Connector, provider: unknown): BitcoinWallet {
  /** @throws ModalError `connection.chainsUnsupported` on another chain with addresses like Bitcoin's (Fractal) */
  async function network(): Promise<Pick<Grant, 'network'>> {
    const chain = text(field(await ask(provider, 'getChain').catch(() => undefined), 'enum'))
    // A wallet without `getChain` has only two networks, and does not say which test network it means.
    const isMainnet = !chain && (await ask(provider, 'getNetwork').catch(() => undefined)) === 'livenet'
    const found = networkNamed('unisat', isMainnet ? 'BITCOIN_MAINNET' : chain)
    if (chain && !found) throw new ModalError('connection.chainsUnsupported', { details: { chain } })
    return found ? { network: found } : {}
  }
  const grant = async (accounts: unknown): Promise<Grant> => ({
    accounts: await withPublicKey(provider, accounts),
    ...(await network()),
  })

  return {
    connector,
    psbt: { sighash: 'any', tweaks: ['disableTweakSigner', 'useTweakedSigner'], broadcastsItself: false },
    serves: ({ unisat }) => unisat !== undefined,
    connect: async () => grant(await ask(provider, 'requestAccounts')),
    read: async () => grant(await ask(provider, 'getAccounts')),
    disconnect: async () => void (await method(provider, 'disconnect')?.()),
    subscribe: (onEvent) =>
      listenTo(provider, {
        accountsChanged: () => onEvent(undefined),
        networkChanged: () => onEvent(undefined),
        chainChanged: () => onEvent(undefined),
        disconnect: () => onEvent(undefined),
      }),
    switchNetwork: async ({ unisat }) => void (await ask(provider, 'switchChain', unisat)),

    signMessage: (request) => signWithActive(provider, request),
    sendTransfer: ({ recipient, satoshi }) => ask(provider, 'sendBitcoin', recipient, Number(satoshi)),
    signPsbt: async ({ psbt, inputs, broadcast }) => ({
      psbt: await ask(provider, 'signPsbt', encodeHex(psbt), signingOptions(inputs, broadcast)),
    }),
    pushPsbt: (psbt) => method(provider, 'pushPsbt') && ask(provider, 'pushPsbt', encodeHex(psbt)),
  }
}
