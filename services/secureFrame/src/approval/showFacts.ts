import { type Description, FEE_LABEL, givesNothing, type PreviewContext } from '@portico/contracts/preview'
import { labelled, type Showing, showNetwork, showValue, showWho } from './showValue.ts'

export interface Cost {
  /** In the smallest unit of the network's coin; absent if the description contains the fee. */
  readonly fee?: bigint
  /** The request also deploys the account. */
  readonly isDeployment?: boolean
  /** The request is only signed and not sent, so there is no fee. */
  readonly isSignature?: boolean
}

function showCost(
  showing: Showing,
  { fee, isDeployment, isSignature }: Cost,
  description: Description,
  { native }: PreviewContext,
): readonly (HTMLElement | undefined)[] {
  const { make, t } = showing
  const { lines } = description
  const hint = (key: string) => make('p', { class: 'approval-line approval-hint' }, t(key))
  if (isSignature) return [hint(givesNothing(description) ? 'approval.free' : 'approval.usable')]
  const said = lines.find(({ labelKey }) => labelKey === FEE_LABEL)?.value
  const value = said ?? (fee === undefined ? undefined : ({ type: 'amount', amount: fee, ...native } as const))
  // Whether the description says that someone else pays the fee.
  const isOthers = lines.some(({ labelKey }) => labelKey === 'preview.feePayer')
  if (!value) return [hint(isOthers ? 'approval.otherPays' : 'approval.feeUnknown')]
  return [
    labelled(showing, t('approval.fee'), showValue(showing, value)),
    isDeployment ? hint('approval.deployment') : undefined,
  ]
}

/** The fee, the account and the network. */
export function showFacts(
  showing: Showing,
  cost: Cost,
  description: Description,
  context: PreviewContext,
): HTMLElement {
  const { make, t, account } = showing
  return make(
    'section',
    { class: 'approval-facts' },
    ...showCost(showing, cost, description, context),
    labelled(showing, t('approval.account'), showWho(showing, account)),
    labelled(showing, t('approval.network'), showNetwork(showing, context.caipNetworkId)),
  )
}
