import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CaipNetworkId } from '@portico/contracts'
import type { Hex } from '@portico/contracts/preview'
import type { OneClick } from '../../handlers/users.ts'
import type { Place, Signers, Wallet } from '../../interfaces.ts'
import type { FreshLogin } from '../../login/freshLogin.ts'
import { resultWithin } from '../../resultWithin.ts'
import { evmChainId } from '../../rpc/evmChainId.ts'
import type { SmartAccounts } from '../../smartAccount/createSmartAccounts.ts'
import { personalHash } from '../evm/personalSign.ts'
import { signAsOwner } from '../evm/signAsOwner.ts'
import { isSameAddress } from '../isSameAddress.ts'
import { readSignIn } from './readSignIn.ts'

export interface OneClickParts {
  readonly place: Pick<Place, 'page'>
  readonly wallet: Pick<Wallet, 'addresses'>
  readonly signers: Signers
  /** Undefined if the operator has configured no smart accounts. */
  readonly smart: () => Promise<Pick<SmartAccounts, 'addressOf' | 'signHash'> | undefined>
  readonly login: Pick<FreshLogin, 'take'>
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** How long the sign-in waits for the signature; after that, the usual screen asks for it. */
const SIGN_LIMIT_MS = 5_000

/**
 * Signs a page's own sign-in message right after a login, without a screen (secure-frame.md §12.1;
 * docs/threat-model.md). Never rejects: a message that is not signed here is signed later by the visitor.
 */
export function createOneClick(parts: OneClickParts): OneClick {
  const { place, wallet, signers, smart, login, now = Date.now } = parts

  /** EIP-191 for the key's own account; ERC-1271 or ERC-6492 for the smart account. */
  async function sign(text: string, address: string, network: CaipNetworkId): Promise<Hex | undefined> {
    const hash = personalHash(utf8ToBytes(text))
    const { eip155: owner } = await wallet.addresses()
    const hex: Hex = `0x${bytesToHex(hash)}`
    if (isSameAddress(address, owner)) return signAsOwner(signers, owner, hex)
    const accounts = await smart()
    if (!accounts || !isSameAddress(address, accounts.addressOf(owner))) return undefined
    return accounts.signHash(owner, evmChainId(network), hex)
  }

  return async (message, { address, network }) => {
    const page = place.page()
    const text = page && readSignIn(message, { page, address, network, nowMs: now() })
    if (!text || !login.take()) return undefined
    const signature = await resultWithin(sign(text, address, network), SIGN_LIMIT_MS).catch(() => undefined)
    const { serializedMessage: _, ...fields } = message
    return signature && { message: text, signature, siwxMessage: { ...fields, accountAddress: address } }
  }
}
