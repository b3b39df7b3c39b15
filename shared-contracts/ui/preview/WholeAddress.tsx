/** The prefix of EVM addresses. It is not part of a group, so that the groups of two addresses can be compared. */
const PREFIX = '0x'

/** A whole address in groups of four, with the first and the last group highlighted. When copied, it has no gaps. */
export function WholeAddress({ address }: { address: string }) {
  const prefix = address.startsWith(PREFIX) ? PREFIX : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/gu) ?? []
  return (
    <bdi className="RequestPreview-address" dir="ltr">
      {prefix ? <span className="RequestPreview-group">{prefix}</span> : null}
      {groups.map((group, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: groups repeat; their place is their name
          key={index}
          className={
            index === 0 || index === groups.length - 1
              ? 'RequestPreview-group RequestPreview-groupEnd'
              : 'RequestPreview-group'
          }
        >
          {group}
        </span>
      ))}
    </bdi>
  )
}
