/** The pairing library expects Node's global `Buffer` when it reads and writes ReCaps (ERC-5573). */
export { Buffer } from 'buffer'
