/**
 * A loader for the packages of pairing. Their vendor's hosts are the defaults there, for things that we switch off or give
 * an address of our own: in the build they are names that resolve to nothing (RFC 2606), so that no request can ever go
 * there. Where they take Node's `Buffer` for given, they get one; and what verifies Ethereum signatures is fetched when there
 * is one to verify.
 */

const VENDOR = /\b(https?|wss):\/\/[a-z]+\.walletconnect\.(?:org|com)/g
const VIEM = /\bfrom"viem"/g
const BUFFER = /(?<![.\w])Buffer\.(?:from|concat)\(/

/**
 * @this {{ getOptions(): { buffer: string, recoverAddress: string } }}
 * @param {string} source
 */
export default function pairingLoader(source) {
  const { buffer, recoverAddress } = this.getOptions()
  const own = source.replace(VENDOR, '$1://vendor.invalid').replace(VIEM, `from${JSON.stringify(recoverAddress)}`)
  return BUFFER.test(own) ? `import { Buffer } from ${JSON.stringify(buffer)};${own}` : own
}
