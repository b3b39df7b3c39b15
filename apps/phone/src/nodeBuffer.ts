/** The pairing library takes it for granted that every page has Node's `Buffer`, when it reads and writes ReCaps (ERC-5573). */
export { Buffer } from 'buffer'
