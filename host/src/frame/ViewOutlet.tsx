import {
  isModalError,
  ModalError,
  type SerializedError,
  serializeError,
  type ViewModule,
  type ViewName,
} from '@portico/contracts'
import { Button, Skeleton, Statement, useMessages, useStyles } from '@portico/contracts/ui'
import { Component, type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { errorMet } from '../feedbackSlice.ts'
import { selectRemoteOfView } from '../kernel/remotesSlice.ts'
import { type RouterState, type StackEntry, selectCurrentEntry } from '../router/routerSlice.ts'
import { useShell, useShellDispatch, useShellSelector } from '../shellContext.ts'
import { useErrorText } from '../texts/useErrorText.ts'
import sheet from './ViewOutlet.css'

interface BoundaryProps {
  readonly children: ReactNode
  readonly fallback: (error: unknown) => ReactNode
  readonly onFailure: (error: unknown) => void
}

/** If a view fails, its error is shown in its place, and everything around it keeps working. */
export class ViewBoundary extends Component<BoundaryProps, { readonly failure: { readonly error: unknown } | null }> {
  override state = { failure: null as { error: unknown } | null }
  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }
  override componentDidCatch(error: unknown) {
    this.props.onFailure(error)
  }
  override render() {
    return this.state.failure ? this.props.fallback(this.state.failure.error) : this.props.children
  }
}

function ViewFailure({ error, onRetry }: { error: SerializedError; onRetry: () => void }) {
  const t = useMessages()
  const errorText = useErrorText()
  return (
    <Statement picture="alert" tone="danger" title={t('host.view.failed')} detail={errorText(error)} role="alert">
      <Button kind="secondary" icon="retry" onPress={onRetry} testId="view-retry">
        {t('host.retry')}
      </Button>
    </Statement>
  )
}

export const asView = (module: ViewModule) => module.default as ComponentType<{ params: unknown; signal: AbortSignal }>

type Loading = { readonly module?: ViewModule | undefined; readonly error?: SerializedError }

/** Loads by `import()` and a state update, because React would delay replacing a Suspense fallback by up to 300 ms. */
function useViewModule(entry: StackEntry, attempt: number): Loading {
  const { views } = useShell()
  const dispatch = useShellDispatch()
  const [result, setResult] = useState<Loading & { readonly entry?: StackEntry; readonly attempt?: number }>({})
  const ready = views.loaded(entry.view)
  useEffect(() => {
    if (ready) return
    let isCurrent = true
    views.load(entry.view).then(
      (module) => isCurrent && setResult({ module, entry, attempt }),
      (error: unknown) => {
        console.error('[portico]', error)
        dispatch(errorMet(error, 'view.failed'))
        const known = isModalError(error) ? error : new ModalError('view.failed', { cause: error })
        if (isCurrent) setResult({ error: serializeError(known, 'view.failed'), entry, attempt })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [views, entry, attempt, ready, dispatch])
  if (ready) return { module: ready }
  return result.entry === entry && result.attempt === attempt ? result : {}
}

/** Tells how long a view took to be drawn, from the moment when it was to be shown. */
function useDrawn(entry: StackEntry, isLoaded: boolean): void {
  const { views } = useShell()
  const wanted = useRef({ entry, at: performance.now() })
  if (wanted.current.entry !== entry) wanted.current = { entry, at: performance.now() }
  useEffect(() => {
    if (isLoaded) views.drawn(entry.view, Math.round(performance.now() - wanted.current.at))
  }, [views, entry, isLoaded])
}

/**
 * Draws a view again after it has failed, if another version has taken its place or the same one is worth another try.
 * @returns `isLost`: whether the failure is to be shown
 */
export function useRecovery(view: ViewName, retry: () => void) {
  const { views } = useShell()
  const dispatch = useShellDispatch()
  const [isLost, setIsLost] = useState(false)
  return {
    isLost,
    onFailure(cause: unknown) {
      setIsLost(false)
      dispatch(errorMet(cause, 'view.failed'))
      const answered = views.crashed(view).catch(() => false)
      void answered.then((isWorthIt) => (isWorthIt ? retry() : setIsLost(true)))
    },
  }
}

/** Renders the top of the stack. */
export function ViewOutlet({ direction }: { direction: RouterState['direction'] }) {
  useStyles(sheet)
  const t = useMessages()
  const { commands } = useShell()
  const entry = useShellSelector(selectCurrentEntry)
  // When a remote is swapped for another version, this view changes too.
  const remoteId = useShellSelector((state) => selectRemoteOfView(state, entry.view))
  const version = useShellSelector((state) => (remoteId ? state.remotes.byId[remoteId]?.version : undefined))
  const [attempt, setAttempt] = useState(0)
  const { module, error } = useViewModule(entry, attempt)
  const retry = () => setAttempt((count) => count + 1)

  useDrawn(entry, module !== undefined)
  const { isLost, onFailure } = useRecovery(entry.view, retry)

  const View = module && asView(module)
  const waiting = (
    <div role="status" aria-label={t('host.view.loading')}>
      <Skeleton count={3} />
    </div>
  )
  return (
    <div
      key={entry.id}
      className={`ViewOutlet ViewOutlet-${direction}`}
      data-view={entry.view}
      data-version={version}
      data-attempt={attempt}
      tabIndex={-1}
    >
      {View ? (
        <ViewBoundary
          key={`${entry.id}.${attempt}`}
          onFailure={onFailure}
          fallback={(cause) =>
            isLost ? <ViewFailure error={serializeError(cause, 'view.failed')} onRetry={retry} /> : waiting
          }
        >
          <View params={entry.params} signal={commands.signalOf(entry.id)} />
        </ViewBoundary>
      ) : error ? (
        <ViewFailure error={error} onRetry={retry} />
      ) : (
        waiting
      )}
    </div>
  )
}
