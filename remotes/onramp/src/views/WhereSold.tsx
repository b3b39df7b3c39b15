import { type HostState, selectActiveNetwork } from '@portico/contracts'
import { Statement, useMessages } from '@portico/contracts/ui'
import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { isSoldTo } from '../offer.ts'

/** Shows its children where buying is supported; other families get a notice, and no service is called. */
export function WhereSold({ children }: { children: ReactNode }) {
  const t = useMessages()
  const namespace = useSelector((state: HostState) => selectActiveNetwork(state)?.chainNamespace)
  if (namespace === undefined || isSoldTo(namespace)) return children
  return <Statement picture="card" title={t('onramp.unsupportedChain')} detail={t('onramp.nobody.hint')} role="alert" />
}
