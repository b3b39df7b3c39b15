import type { CaipNetworkId, SIWXMessageData, SIWXSession } from '@portico/contracts'

/** One spelling for each address: hexadecimal and bech32 ones say the same in any case, base58 ones do not. */
function normaliseAddress(chainId: string, address: string): string {
  const ignoresCase =
    chainId.startsWith('eip155:') || (chainId.startsWith('bip122:') && /^(bc|tb|bcrt)1/i.test(address))
  return ignoresCase ? address.toLowerCase() : address
}

/** Both: another network of this address is another account, and so is another address on this network. */
export const isSameAccount = (
  { chainId, accountAddress }: Pick<SIWXMessageData, 'chainId' | 'accountAddress'>,
  otherChainId: CaipNetworkId,
  otherAddress: string,
): boolean =>
  chainId === otherChainId && normaliseAddress(chainId, accountAddress) === normaliseAddress(chainId, otherAddress)

/** Equal for two copies of one session. */
export const identityOf = ({ data, message, signature }: SIWXSession): string =>
  JSON.stringify([data.chainId, normaliseAddress(data.chainId, data.accountAddress), message, signature])
