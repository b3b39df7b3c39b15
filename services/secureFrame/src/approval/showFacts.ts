import { type Description, FEE_LABEL, givesNothing, type PreviewContext } from '@portico/contracts/preview'
import { showNetwork } from './showNetwork.ts'
import { type Showing, showValue, showWho } from './showValue.ts'

export interface Cost {
  /** In the smallest unit of the network's coin, where the description does not say it. */
  readonly fee?: bigint
  /** The account is put on the network along with it. */
  readonly isDeployment?: boolean
  /** Nothing is carried out, so there is nothing to pay for. */
  readonly isSignature?: boolean
}

const labelled = ({ make }: Showing, label: string, value: Node | string): HTMLElement =>
  make(
    'div',
    { class: 'approval-line' },
    make('span', { class: 'approval-label' }, label),
    make('div', { class: 'approval-value' }, value),
  )

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
  // That somebody else pays is a line of the description.
  const isOthers = lines.some(({ labelKey }) => labelKey === 'preview.feePayer')
  if (!value) return [hint(isOthers ? 'approval.otherPays' : 'approval.feeUnknown')]
  return [
    labelled(showing, t('approval.fee'), showValue(showing, value)),
    isDeployment ? hint('approval.deployment') : undefined,
  ]
}

/** What it costs, with which account and where. */
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
