import { MODAL_SHAKE_MS } from '@portico/contracts'
import { tokens, useStyles } from '@portico/contracts/ui'
import {
  type ComponentType,
  type CSSProperties,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { selectAlert, selectShakes, selectSnack } from '../feedbackSlice.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import { selectCurrentEntry } from '../router/routerSlice.ts'
import { selectIsShown } from '../router/selectIsShown.ts'
import { selectLocale, selectOptions, selectThemeMode, selectThemeVariables } from '../settingsSlice.ts'
import { useShell, useShellSelector } from '../shellContext.ts'
import { directionOf } from '../texts/i18n.ts'
import { Header } from './Header.tsx'
import sheet from './ModalFrame.css'
import { themeProperties } from './theme.ts'
import { useDialogFocus, useViewFocus } from './useFocus.ts'
import { useScrollLock } from './useScrollLock.ts'
import { ViewOutlet } from './ViewOutlet.tsx'

/** The height of the content, which the frame follows; undefined until measured. */
function useContentHeight() {
  const content = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number>()
  useLayoutEffect(() => {
    const element = content.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { content, height }
}

/** The height of the loader's window. It is kept until the visitor navigates, so that nothing moves under a finger. */
function useFirstHeight(): number {
  const { first } = useShell()
  const [height] = useState(() => first?.()?.height() ?? 0)
  return height
}

/** Plays the shake (500 ms, rules.md §4) each time an attempt to close is refused, unless it is already playing. */
function useShake() {
  const shakes = useShellSelector(selectShakes)
  const [isShaking, setShaking] = useState(false)
  const seen = useRef(shakes)
  useEffect(() => {
    if (seen.current === shakes) return
    seen.current = shakes
    setShaking(true)
  }, [shakes])
  useEffect(() => {
    if (!isShaking) return
    const timer = setTimeout(() => setShaking(false), MODAL_SHAKE_MS)
    return () => clearTimeout(timer)
  }, [isShaking])
  return isShaking
}

/** Loads the code for alerts and messages when there is something to show, and for tooltips when a pointer moves. */
function useOnDemand() {
  const [code, setCode] = useState<typeof import('./onDemand.ts')>()
  const isNeeded = useShellSelector(
    (state) => selectSnack(state) !== null || (selectAlert(state) !== null && selectOptions(state).debug),
  )
  const load = useCallback(() => {
    loadPinned(() => import(/* webpackChunkName: "account" */ './onDemand.ts')).then(setCode, () => {})
  }, [])
  useEffect(() => {
    if (isNeeded) load()
  }, [isNeeded, load])
  return { ...code, load }
}

/** Says that a developer's remote runs. The bar's code has loaded before the remote's. */
function Developing() {
  const { views } = useShell()
  const isRunning = useShellSelector(({ remotes }) => remotes.override?.state === 'running')
  const bar = isRunning && views.loaded('DeveloperBar')
  if (!bar) return null
  const Bar = bar.default as ComponentType
  return <Bar />
}

/** The card: header, current view, and whatever floats above it. */
function Card({ firstHeight }: { firstHeight: number }) {
  const { commands, first } = useShell()
  const titleId = useId()
  const card = useRef<HTMLDivElement>(null)
  const direction = useShellSelector((state) => state.router.direction)
  const { enableEmbedded, enableMobileFullScreen } = useShellSelector(selectOptions)
  const { content, height } = useContentHeight()
  const isShaking = useShake()
  const { AlertBar, SnackBar, Tooltip, load } = useOnDemand()
  const { id } = useShellSelector(selectCurrentEntry)
  const [firstId] = useState(id)
  const least = id === firstId ? firstHeight : 0
  const total = Math.max(height ?? 0, least)
  /** Content taller than the loader's window scrolls. The padding of ViewOutlet.css is subtracted. */
  const most = least && `calc(${least}px - var(--w-space-1) - var(--w-space-5))`
  // Runs before the focus hooks, because it returns the focus to the opener.
  useLayoutEffect(() => first?.()?.end(), [first])
  useDialogFocus(card, !enableEmbedded, commands.safeClose)
  useViewFocus(card, id, !enableEmbedded)
  return (
    <div
      ref={card}
      className={`ModalFrame-card${isShaking ? ' ModalFrame-shake' : ''}`}
      {...(enableEmbedded ? { role: 'region' } : { role: 'dialog', 'aria-modal': true })}
      {...{ 'aria-labelledby': titleId }}
      data-testid="w3m-modal-card"
      data-mobile-fullscreen={enableMobileFullScreen || undefined}
      tabIndex={-1}
      onPointerEnter={load}
    >
      {SnackBar ? <SnackBar /> : null}
      <div className="ModalFrame-handle" aria-hidden="true" />
      <Header titleId={titleId} />
      <Developing />
      {AlertBar ? <AlertBar /> : null}
      <div
        className="ModalFrame-height"
        style={
          {
            ...(total && { height: total }),
            ...(most && { '--w-list-height': most, '--w-list-height-max': most }),
          } as CSSProperties
        }
      >
        <div ref={content}>
          <ViewOutlet direction={direction} />
        </div>
      </div>
      {Tooltip ? <Tooltip frame={card} /> : null}
    </div>
  )
}

/**
 * The dimmed page behind the window. A click that begins and ends on it closes the window, on release, so that the
 * click does not reach what is below. A text selection that ends here does not count. The focus stays where it is.
 */
function Overlay({ children }: { children: ReactNode }) {
  const { commands } = useShell()
  const { enableMobileFullScreen } = useShellSelector(selectOptions)
  const isPressed = useRef(false)
  const isOurs = (event: SyntheticEvent) => event.target === event.currentTarget
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer's shortcut; the keyboard has Escape and Close
    <div
      role="presentation"
      className="ModalFrame-overlay"
      data-testid="w3m-modal-overlay"
      data-mobile-fullscreen={enableMobileFullScreen || undefined}
      onPointerDown={(event) => {
        isPressed.current = isOurs(event)
      }}
      onMouseDown={(event) => isOurs(event) && event.preventDefault()}
      onClick={(event) => isOurs(event) && isPressed.current && commands.safeClose()}
    >
      {children}
    </div>
  )
}

/** Mounted while the modal is visible. */
function Frame() {
  const { enableEmbedded } = useShellSelector(selectOptions)
  const mode = useShellSelector(selectThemeMode)
  const variables = useShellSelector(selectThemeVariables)
  const locale = useShellSelector(selectLocale)
  const root = useRef<HTMLDivElement>(null)
  const firstHeight = useFirstHeight()
  useScrollLock(!enableEmbedded)

  useLayoutEffect(() => {
    const style = root.current?.style
    if (!style) return
    const properties = themeProperties(variables, mode)
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(properties)) style.removeProperty(name)
    }
  }, [variables, mode])

  return (
    <div
      ref={root}
      className="ModalFrame tokens"
      data-theme={mode}
      data-follows={firstHeight > 0 || undefined}
      dir={directionOf(locale)}
      lang={locale}
    >
      {enableEmbedded ? (
        <Card firstHeight={firstHeight} />
      ) : (
        <Overlay>
          <Card firstHeight={firstHeight} />
        </Overlay>
      )}
    </div>
  )
}

/** Everything that a visitor sees of a modal. Renders nothing while it is closed. */
export function ModalFrame() {
  useStyles(tokens)
  useStyles(sheet)
  return useShellSelector(selectIsShown) ? <Frame /> : null
}
