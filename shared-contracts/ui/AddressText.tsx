import { truncateMiddle } from '../src/index.ts'
import sheet from './AddressText.css'
import { useStyles } from './hostContext.ts'

/**
 * An address for people, which is never broken across lines and always reads from left to right. It shows the first and
 * the last characters, or, with `whole`, all characters in groups of four.
 */
export function AddressText({ address, whole = false }: { address: string; whole?: boolean }) {
  useStyles(sheet)
  if (!whole) {
    return (
      <bdi className="AddressText" dir="ltr" title={address}>
        {truncateMiddle(address, 6, 4)}
      </bdi>
    )
  }
  const groups = address.match(/.{1,4}/g) ?? []
  return (
    <bdi className="AddressText AddressText-whole" dir="ltr">
      {groups.map((group, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: groups repeat; their place is their name
          key={index}
          className={index < 2 || index >= groups.length - 2 ? 'AddressText-end' : 'AddressText-middle'}
        >
          {group}
        </span>
      ))}
    </bdi>
  )
}
