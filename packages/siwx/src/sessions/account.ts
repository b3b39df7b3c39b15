import type { CaipNetworkId, SIWXMessageData, SIWXSession } from '@portico/contracts'

/** Canonical spelling: case does not matter in hexadecimal and bech32 addresses, but does in base58 ones. */
function normaliseAddress(chainId: string, address: string): string {
  const ignoresCase =
    chainId.startsWith('eip155:') || (chainId.startsWith('bip122:') && /^(bc|tb|bcrt)1/i.test(address))
  return ignoresCase ? address.toLowerCase() : address
}

/** Compares network and address. */
export const isSameAccount = (
  { chainId, accountAddress }: Pick<SIWXMessageData, 'chainId' | 'accountAddress'>,
  otherChainId: CaipNetworkId,
  otherAddress: string,
): boolean =>
  chainId === otherChainId && normaliseAddress(chainId, accountAddress) === normaliseAddress(chainId, otherAddress)

/** Equal for copies of the same session. */
export const identityOf = ({ data, message, signature }: SIWXSession): string =>
  JSON.stringify([data.chainId, normaliseAddress(data.chainId, data.accountAddress), message, signature])
