import { Button, useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { useShellSelector } from '../../shellContext.ts'
import sheet from './DeveloperOverride.css'
import { overrideOf } from './overrides.ts'

/** A click that was meant for what the window showed before must not allow anything. */
const THINKING_MS = 1_000

/** Asks whether a remote from this computer may run in this tab, and says what that means. */
export function DeveloperOverride() {
  useStyles(sheet)
  const t = useMessages()
  const override = overrideOf(useStore())
  const { id = '', origin = '', integrity = '' } = useShellSelector(({ remotes }) => remotes.override) ?? {}
  const [isReady, setReady] = useState(false)
  const isTrusted = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), THINKING_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="DeveloperOverride">
      <p className="DeveloperOverride-text">{t('host.developer.lead', { id })}</p>
      <dl className="DeveloperOverride-facts">
        <dt>{t('host.developer.from')}</dt>
        <dd data-testid="developer-origin">{origin}</dd>
        <dt>{t('host.developer.hash')}</dt>
        <dd data-testid="developer-hash">{integrity}</dd>
      </dl>
      <p className="DeveloperOverride-text">{t('host.developer.access')}</p>
      <p className="DeveloperOverride-text DeveloperOverride-warning">{t('host.developer.warning')}</p>
      <div
        className="DeveloperOverride-actions"
        onClickCapture={({ nativeEvent }) => {
          isTrusted.current = nativeEvent.isTrusted
        }}
      >
        <Button testId="developer-decline" onPress={() => override?.decline()}>
          {t('host.developer.decline')}
        </Button>
        <Button
          kind="secondary"
          testId="developer-allow"
          disabled={!isReady}
          // A script of the page can press a button in an open shadow root.
          onPress={() => isTrusted.current && void override?.allow()}
        >
          {t('host.developer.allow')}
        </Button>
      </div>
    </div>
  )
}
