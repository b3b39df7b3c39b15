import { randomInt } from 'node:crypto'
import { CODE_LENGTH } from '@portico/contracts/embeddedWallet/oneTimeCodes'

/** A random code; all codes are equally likely. */
export const drawCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
