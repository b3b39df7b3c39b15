import type { SIWXMessage, SIWXMessageData, SIWXMessageInput } from '@portico/contracts'
import { formatMessage } from './formatMessage.ts'
import { parseMessage } from './parseMessage.ts'
import { randomNonce } from './randomNonce.ts'

/** Creates the messages that visitors sign. */
export interface SIWXMessenger {
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage>
  /** Parses this messenger's messages. With it, a session is accepted only if its message matches its data. */
  parseMessage?(text: string): SIWXMessageData | undefined
}

export interface MessengerOptions {
  /** `location.host` when absent. */
  readonly domain?: string
  /** `location.href` when absent. */
  readonly uri?: string
  /** A single line that says what the visitor agrees to. */
  readonly statement?: string
  readonly resources?: readonly string[]
  /** A session's lifetime from `notBefore` or, without it, from now; 24 hours when absent, `Infinity` for no end. */
  readonly expirationMs?: number
  /** Gets a nonce, for example from a server that accepts each nonce once. 128 random bits when absent. */
  getNonce?(input: SIWXMessageInput): string | Promise<string>
  getRequestId?(): string | Promise<string>
}

const DAY_MS = 86_400_000

/** EIP-4361 requires the EIP-55 checksum. Text that is not an EVM address, such as a placeholder, stays unchanged. */
async function addressFor({ chainId, accountAddress }: SIWXMessageInput): Promise<string> {
  if (!chainId.startsWith('eip155:') || !/^0x[0-9a-f]{40}$/i.test(accountAddress)) return accountAddress
  const { getAddress } = await import('./checksumAddress.ts')
  return getAddress(accountAddress as `0x${string}`)
}

/** Messages in the format of each chain family. */
export function createMessenger(options: MessengerOptions = {}): SIWXMessenger {
  return {
    parseMessage,
    async createMessage(input) {
      const { chainId, notBefore } = input
      const [accountAddress, nonce, requestId] = await Promise.all([
        addressFor(input),
        options.getNonce?.(input) ?? randomNonce(),
        options.getRequestId?.(),
      ])
      const now = Date.now()
      const end = (notBefore === undefined ? now : Date.parse(notBefore)) + (options.expirationMs ?? DAY_MS)
      const data: SIWXMessageData = {
        accountAddress,
        chainId,
        domain: options.domain ?? location.host,
        uri: options.uri ?? location.href,
        version: '1',
        nonce,
        issuedAt: new Date(now).toISOString(),
        ...(Number.isFinite(end) && { expirationTime: new Date(end).toISOString() }),
        ...(notBefore !== undefined && { notBefore }),
        ...(options.statement && { statement: options.statement }),
        ...(options.resources && { resources: options.resources }),
        ...(requestId !== undefined && { requestId }),
      }
      const text = formatMessage(data)
      // Not enumerable, so that a copy of the message is plain data.
      return Object.defineProperty(data, 'toString', { value: () => text })
    },
  }
}
