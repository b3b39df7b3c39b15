import { Button, useMessages, useStyles } from '@portico/contracts/ui'
import { ReviewButtons } from '@portico/contracts/ui/money'
import { RequestPreview as Preview } from '@portico/contracts/ui/preview'
import { useSyncExternalStore } from 'react'
import type { AskedQueue, AskedRequest } from '../../acting/asked/types.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import sheet from './AskedRequest.css'
import { useRequest } from './useRequest.ts'

interface RequestProps {
  readonly asked: AskedRequest
  /** How many other requests wait. */
  readonly more: number
  readonly onDecide: (isWanted: boolean) => void
}

function Request({ asked, more, onDecide }: RequestProps) {
  const t = useMessages()
  const { context, description, outcome, networkName } = useRequest(asked)
  const { name } = useShellSelector(selectOptions).metadata
  return (
    <>
      <p className="AskedRequest-lead">{t('host.asked.lead', { site: name || location.host })}</p>
      <Preview
        description={description}
        context={context}
        outcome={outcome}
        hasFee
        networkName={(id) => (id === asked.caipNetworkId ? networkName : undefined)}
      />
      {more > 0 ? (
        <p className="AskedRequest-more" role="status">
          {t('host.asked.more', { count: more })}
        </p>
      ) : null}
      <ReviewButtons>
        <Button kind="secondary" onPress={() => onDecide(false)} testId="asked-reject">
          {t('host.asked.reject')}
        </Button>
        <Button onPress={() => onDecide(true)} disabled={outcome === undefined} testId="asked-continue">
          {t('host.asked.continue')}
        </Button>
      </ReviewButtons>
    </>
  )
}

function First({ queue }: { readonly queue: AskedQueue }) {
  const [asked, ...others] = useSyncExternalStore(queue.watch, queue.waiting)
  if (!asked) return null
  return (
    <Request
      key={asked.id}
      asked={asked}
      more={others.length}
      onDecide={(isWanted) => queue.decide(asked.id, isWanted)}
    />
  )
}

/** The site's wallet requests, one after the other, before the wallet gets them (option `preview: 'all'`). */
export function RequestPreview() {
  useStyles(sheet)
  const queue = useShellDispatch()((_, __, { asked }) => asked?.queue)
  return <div className="AskedRequest">{queue ? <First queue={queue} /> : null}</div>
}
