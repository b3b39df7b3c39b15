import { checksumAddress } from '../keys/checksumAddress.ts'
import type { MakeElement } from './element.ts'

const EVM = /^0x[\da-f]{40}$/i
/** How many characters a shortened address shows at each end. */
const NAMED_BY = 4

/** The address as other applications write it: EVM addresses with their checksum (ERC-55). */
const writtenAddress = (address: string): string =>
  EVM.test(address) ? checksumAddress(address.slice(2).toLowerCase()) : address

/** The short form for a sentence; the full address has to be elsewhere on the screen. */
export function shortAddress(address: string): string {
  const written = writtenAddress(address)
  const start = EVM.test(address) ? 2 + NAMED_BY : NAMED_BY
  return `${written.slice(0, start)}…${written.slice(-NAMED_BY)}`
}

/**
 * The whole address in groups of four after the `0x`, so that two addresses can be compared group by group; the first
 * and last groups stand out. Copying it yields no gaps.
 */
export function showAddress({ make }: { readonly make: MakeElement }, address: string): HTMLElement {
  const written = writtenAddress(address)
  const prefix = EVM.test(address) ? '0x' : ''
  const groups = written.slice(prefix.length).match(/.{1,4}/gu) ?? []
  const last = groups.length - 1
  return make(
    'span',
    { class: 'approval-address', dir: 'ltr' },
    prefix ? make('span', { class: 'approval-group' }, prefix) : undefined,
    ...groups.flatMap((group, index) => [
      make('wbr', {}),
      make(
        'span',
        { class: index === 0 || index === last ? 'approval-group approval-group-end' : 'approval-group' },
        group,
      ),
    ]),
  )
}
