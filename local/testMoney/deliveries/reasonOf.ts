import { BaseError } from 'viem'

const REASON_MAX_CHARACTERS = 300

/**
 * viem's long message contains the address and the node's URL, which may hold a key; a node may also quote an address.
 */
export function reasonOf(error: unknown): string {
  const said = error instanceof BaseError ? [error.shortMessage, error.details] : [(error as Error)?.message]
  return said
    .filter(Boolean)
    .join(' ')
    .replace(/0x[\da-f]{16,}/gi, '0x…')
    .slice(0, REASON_MAX_CHARACTERS)
}
