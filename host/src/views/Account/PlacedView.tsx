import {
  isModalError,
  ModalError,
  type SerializedError,
  serializeError,
  type ViewModule,
  type ViewName,
} from '@portico/contracts'
import { Note, Skeleton, useMessages } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'
import { errorMet } from '../../feedbackSlice.ts'
import { asView, useRecovery, ViewBoundary } from '../../frame/ViewOutlet.tsx'
import { selectRemoteOfView } from '../../kernel/remotesSlice.ts'
import { useShell, useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { useErrorText } from '../../texts/useErrorText.ts'

/** As many as fill the panel's height. */
const PLACEHOLDERS = 3

function Part({ view, retry }: { view: ViewName; retry: () => void }) {
  const t = useMessages()
  const errorText = useErrorText()
  const { views } = useShell()
  const dispatch = useShellDispatch()
  const [module, setModule] = useState<ViewModule | undefined>(() => views.loaded(view))
  const [error, setError] = useState<SerializedError>()
  const [life] = useState(() => new AbortController())
  const { isLost, onFailure } = useRecovery(view, retry)
  useEffect(() => () => life.abort(), [life])
  useEffect(() => {
    let isCurrent = true
    views.load(view).then(
      (arrived) => isCurrent && setModule(arrived),
      (thrown: unknown) => {
        if (!isCurrent) return
        console.error('[portico]', thrown)
        dispatch(errorMet(thrown, 'view.failed'))
        const known = isModalError(thrown) ? thrown : new ModalError('view.failed', { cause: thrown })
        setError(serializeError(known, 'view.failed'))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [views, view, dispatch])

  const failure = (detail?: string) => (
    <Note
      title={t('host.view.failed')}
      {...(detail && { detail })}
      action={{ label: t('host.retry'), onPress: retry, testId: 'tab-retry' }}
    />
  )
  const waiting = (
    <div role="status" aria-label={t('host.view.loading')}>
      <Skeleton count={PLACEHOLDERS} />
    </div>
  )
  if (error) return failure(errorText(error))
  if (!module) return waiting
  const View = asView(module)
  return (
    <ViewBoundary fallback={() => (isLost ? failure() : waiting)} onFailure={onFailure}>
      <View params={undefined} signal={life.signal} />
    </ViewBoundary>
  )
}

/** A remote's view inside Account: loaded when first shown, and again when another version replaces the remote. */
export function PlacedView({ view }: { view: ViewName }) {
  const [attempt, setAttempt] = useState(0)
  const version = useShellSelector((state) => {
    const id = selectRemoteOfView(state, view)
    return id && state.remotes.byId[id]?.version
  })
  return <Part key={`${version}.${attempt}`} view={view} retry={() => setAttempt((count) => count + 1)} />
}
