import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { useCommands, useStyles } from '../hostContext.ts'
import { Skeleton } from '../Skeleton.tsx'
import sheet from './CodeToScan.css'

interface CodeToScanProps {
  /** The content of the code; undefined while it is being created. */
  readonly uri: string | undefined
  /** Draws the code as an `svg` in the text color, with the quiet zone that cameras need. */
  readonly children: (uri: string) => ReactNode
  /** Covers the middle of the code, so the code must have enough redundancy. */
  readonly logo?: ReactNode
  /** What to do with the code, or what it is waiting for. */
  readonly help: string
  readonly copyLabel: string
  readonly copiedText: string
}

/** A code for an app on another device, and a button that copies the same link. */
export function CodeToScan({ uri, children, logo, help, copyLabel, copiedText }: CodeToScanProps) {
  useStyles(sheet)
  const { copy } = useCommands()
  return (
    <div className="CodeToScan">
      <div className="CodeToScan-box" data-testid="wui-qr-code" data-uri={uri}>
        {uri ? (
          <>
            {children(uri)}
            {logo ? <span className="CodeToScan-logo">{logo}</span> : null}
          </>
        ) : (
          <span className="CodeToScan-waiting">
            <Skeleton shape="square" />
          </span>
        )}
      </div>
      <p className="CodeToScan-help" role="status">
        {help}
      </p>
      <Button
        kind="quiet"
        icon="copy"
        testId="copy-wc2-uri"
        disabled={!uri}
        onPress={() => uri && void copy(uri, copiedText)}
      >
        {copyLabel}
      </Button>
    </div>
  )
}
