import { Button, useMessages, useStyles } from '@portico/contracts/ui'
import { ReviewButtons } from '@portico/contracts/ui/money'
import { RequestPreview as Preview } from '@portico/contracts/ui/preview'
import { useSyncExternalStore } from 'react'
import type { RequestQueue, SiteRequest } from '../../acting/preview/types.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import sheet from './SiteRequest.css'
import { useRequest } from './useRequest.ts'

interface RequestProps {
  readonly siteRequest: SiteRequest
  /** How many other requests are waiting. */
  readonly more: number
  readonly onDecide: (isWanted: boolean) => void
}

function Request({ siteRequest, more, onDecide }: RequestProps) {
  const t = useMessages()
  const { context, description, outcome, networkName } = useRequest(siteRequest)
  const { name } = useShellSelector(selectOptions).metadata
  return (
    <>
      <p className="SiteRequest-lead">{t('host.asked.lead', { site: name || location.host })}</p>
      <Preview
        description={description}
        context={context}
        outcome={outcome}
        hasFee
        networkName={(id) => (id === siteRequest.caipNetworkId ? networkName : undefined)}
      />
      {more > 0 ? (
        <p className="SiteRequest-more" role="status">
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

function First({ queue }: { readonly queue: RequestQueue }) {
  const [siteRequest, ...others] = useSyncExternalStore(queue.watch, queue.waiting)
  if (!siteRequest) return null
  return (
    <Request
      key={siteRequest.id}
      siteRequest={siteRequest}
      more={others.length}
      onDecide={(isWanted) => queue.decide(siteRequest.id, isWanted)}
    />
  )
}

/** The site's requests to the wallet, shown one after another before the wallet gets them (option `preview: 'all'`). */
export function RequestPreview() {
  useStyles(sheet)
  const queue = useShellDispatch()((_, __, { requestPreview }) => requestPreview?.queue)
  return <div className="SiteRequest">{queue ? <First queue={queue} /> : null}</div>
}
