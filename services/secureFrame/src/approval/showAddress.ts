import { checksumAddress } from '../keys/checksumAddress.ts'
import type { MakeElement } from './element.ts'

const EVM = /^0x[\da-f]{40}$/i
/** Characters of an address at either end, where one is only named. */
const NAMED_BY = 4

/** As the visitor sees it elsewhere: one of an EVM account in the letters that its check sum asks for (ERC-55). */
const writtenAddress = (address: string): string =>
  EVM.test(address) ? checksumAddress(address.slice(2).toLowerCase()) : address

/** In a sentence, with the whole of it elsewhere on the screen. */
export function shortAddress(address: string): string {
  const written = writtenAddress(address)
  const start = EVM.test(address) ? 2 + NAMED_BY : NAMED_BY
  return `${written.slice(0, start)}…${written.slice(-NAMED_BY)}`
}

/**
 * Whole, in groups of four that begin after the `0x`, so that two of them can be compared group by group; its first and last
 * ones stand out. Copied, it has no gaps.
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
