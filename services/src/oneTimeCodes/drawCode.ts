import { randomInt } from 'node:crypto'
import { CODE_LENGTH } from '@portico/contracts/embeddedWallet/oneTimeCodes'

/** Every code is as likely as any other. */
export const drawCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
