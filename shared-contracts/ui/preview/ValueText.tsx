import type { Value } from '../../preview/index.ts'
import { isOver } from '../../preview/index.ts'
import { digitsOf, unitOf } from './amounts.ts'
import type { Drawing } from './drawing.ts'
import { WholeAddress } from './WholeAddress.tsx'

/** The last second that `Date` supports. */
const LAST_SECOND = 8_640_000_000_000n

function timeText({ t, locale, now }: Drawing, seconds: bigint): string {
  if (seconds > LAST_SECOND) return t('preview.noEnd')
  const time = new Date(Number(seconds) * 1_000)
  const written = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }).format(time)
  return isOver(seconds, now) ? t('preview.over', { time: written }) : written
}

/** A whole address, with the name of its owner if known. */
export function Address({ drawing, address, name }: { drawing: Drawing; address: string; name?: string | undefined }) {
  const { t, context, writeAddress } = drawing
  const isOwn = address.toLowerCase() === context.account.toLowerCase()
  const known = isOwn ? t('preview.yourAccount') : name
  return (
    <span className="RequestPreview-who">
      {known === undefined ? null : <bdi className="RequestPreview-name">{known}</bdi>}
      <WholeAddress address={writeAddress(address)} />
    </span>
  )
}

function Amount({ drawing, value }: { drawing: Drawing; value: Extract<Value, { type: 'amount' }> }) {
  const { t, locale } = drawing
  const unit = value.isUnlimited ? (value.symbol ?? '') : unitOf(drawing, value)
  return (
    <span className="RequestPreview-number" dir={value.isUnlimited ? undefined : 'ltr'}>
      {value.isUnlimited ? t('preview.unlimited') : digitsOf(value.amount, value.decimals, locale)}
      {unit ? <bdi className="RequestPreview-unit"> {unit}</bdi> : null}
    </span>
  )
}

/** The value that is shown with a label. */
export function ValueText({ drawing, value }: { drawing: Drawing; value: Value }) {
  const { t } = drawing
  switch (value.type) {
    case 'address':
      return <Address drawing={drawing} address={value.address} name={value.name} />
    case 'amount':
      return <Amount drawing={drawing} value={value} />
    case 'integer':
      return (
        <span className="RequestPreview-number" dir="ltr">
          {String(value.integer)}
        </span>
      )
    case 'boolean':
      return t(value.boolean ? 'preview.true' : 'preview.false')
    case 'text':
      return (
        <span className="RequestPreview-text" dir="auto">
          {value.text || t('preview.noText')}
        </span>
      )
    case 'raw':
      return <Code text={value.hex} />
    case 'time':
      return timeText(drawing, value.seconds)
    case 'network':
      return <bdi>{drawing.networkName(value.caipNetworkId) ?? value.caipNetworkId}</bdi>
    case 'lookup':
      return (
        <>
          {t('preview.tableEntry', { index: value.index })} <WholeAddress address={value.table} />
        </>
      )
  }
}

/** Raw data. It may be larger than its box, so it can be scrolled by keyboard. */
export const Code = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached without a pointer
  <pre className="RequestPreview-code" dir="ltr" tabIndex={0}>
    {text}
  </pre>
)
