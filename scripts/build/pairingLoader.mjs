/**
 * A loader for the pairing packages. They default to their vendor's hosts for features that we turn off or configure
 * otherwise; the build replaces those hosts with names that never resolve (RFC 2606), so that no request can reach
 * them. It also provides Node's `Buffer`, which the packages assume, and loads the Ethereum signature verifier on
 * demand.
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
