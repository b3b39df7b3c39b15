import { useId, useMemo, useState } from 'react'
import {
  allowanceSentences,
  type Description,
  type Outcome,
  type PreviewContext,
  shownLines,
  type Words,
} from '../../preview/index.ts'
import { type CaipNetworkId, truncateMiddle } from '../../src/index.ts'
import { useCommands, useLocale, useStyles } from '../hostContext.ts'
import { digitsOf, unitOf } from './amounts.ts'
import type { Drawing } from './drawing.ts'
import { Effects } from './Effects.tsx'
import { Fields } from './Fields.tsx'
import { Lines } from './Lines.tsx'
import { RawData } from './RawData.tsx'
import sheet from './RequestPreview.css'
import { usePreviewTexts } from './usePreviewTexts.ts'
import { Warning } from './Warning.tsx'

export interface RequestPreviewProps {
  /** Created by `describeRequest`, with the same context. */
  readonly description: Description
  readonly context: PreviewContext
  /**
   * The result of the simulation, or `{ status: 'notSimulated' }` when there could be none. Undefined while the
   * simulation is running; null for a signature, which executes nothing.
   */
  readonly outcome: Outcome | null | undefined
  /** Returns the name by which the visitor knows a network. */
  readonly networkName?: (caipNetworkId: CaipNetworkId) => string | undefined
  /** True when nothing else in the view shows the cost. The fee in the request is then one of the lines. */
  readonly hasFee?: boolean
  /** Writes an address as elsewhere in the modal, for example with the capital letters of its checksum (ERC-55). */
  readonly writeAddress?: (address: string) => string
}

const asItIs = (address: string) => address
const nobodyKnows = () => undefined

/**
 * The preview of a request: what would change, sentences about allowances, all lines, the parts, and the raw data,
 * which is hidden at first. Everything from a site or a service is shown as plain text. Draws nothing if the site has
 * turned previews off (option `preview: 'none'`).
 */
export function RequestPreview(props: RequestPreviewProps) {
  const { previews } = useCommands()
  return previews === 'none' ? null : <Shown {...props} />
}

function Shown({
  description,
  context,
  outcome,
  networkName = nobodyKnows,
  hasFee = false,
  writeAddress = asItIs,
}: RequestPreviewProps) {
  useStyles(sheet)
  const t = usePreviewTexts()
  const locale = useLocale()
  const titleId = useId()
  const [now] = useState(Date.now)
  const drawing = useMemo<Drawing>(() => {
    const words: Words = {
      amount: ({ amount, ...unit }) => `${digitsOf(amount, unit.decimals, locale)} ${unitOf({ t }, unit)}`.trim(),
      address: (address) => truncateMiddle(writeAddress(address), 6, 4),
      text: t,
    }
    return { t, locale, words, context, now, hasFee, networkName, writeAddress }
  }, [t, locale, context, now, hasFee, networkName, writeAddress])
  return (
    <section
      className="RequestPreview"
      aria-labelledby={titleId}
      data-kind={description.kind}
      data-testid="request-preview"
    >
      <h2 id={titleId} className="RequestPreview-title">
        {t(description.titleKey)}
      </h2>
      {outcome === null ? null : <Effects drawing={drawing} description={description} outcome={outcome} />}
      <Said drawing={drawing} description={description} />
      <RawData drawing={drawing} description={description} />
    </section>
  )
}

/** A description in words, followed by its parts. */
function Said({ drawing, description }: { drawing: Drawing; description: Description }) {
  const { t, words, now, hasFee } = drawing
  const { fields = [], parts = [] } = description
  const allowances = allowanceSentences(description, words)
  return (
    <>
      {allowances.map(({ key, values, isDanger }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences may repeat; their place is their name
        <Warning key={index} isWarning isDanger={isDanger}>
          {t(key, values)}
        </Warning>
      ))}
      <Lines drawing={drawing} lines={shownLines(description, now, allowances.length > 0, hasFee)} />
      {parts.length > 0 ? (
        <ol className="RequestPreview-parts">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts may be alike; their place is their name
            <li key={index} className="RequestPreview-part">
              <p className="RequestPreview-label">{t('preview.part', { n: index + 1, count: parts.length })}</p>
              <h3 className="RequestPreview-title">{t(part.titleKey)}</h3>
              <Said drawing={drawing} description={part} />
            </li>
          ))}
        </ol>
      ) : null}
      {fields.length > 0 ? (
        <>
          <h3 className="RequestPreview-label">{t('preview.data')}</h3>
          <Fields drawing={drawing} fields={fields} />
        </>
      ) : null}
    </>
  )
}
