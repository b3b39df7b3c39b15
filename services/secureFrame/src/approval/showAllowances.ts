import type { Description, Line } from '@portico/contracts/preview'
import { formatAmount } from './formatAmount.ts'
import { shortAddress } from './showAddress.ts'
import { type Showing, unitOf } from './showValue.ts'

const WITHOUT_END = ['preview.unlimitedAllowance', 'preview.wholeBalance']
const WHOLE_COLLECTION = 'preview.allTokens'
/** Nothing follows such a signature that the visitor would be asked about. */
const BY_SIGNATURE: readonly Description['kind'][] = ['permit', 'permit2']

const spenderOf = (lines: readonly Line[]) => {
  const value = lines.find(({ labelKey }) => labelKey === 'preview.spender')?.value
  return value?.type === 'address' ? value : undefined
}

/**
 * Sentences about what somebody may take from now on: allowances without an end, and those that a signature is enough for. The
 * lines that follow say the same with whole addresses.
 */
export function showAllowances(showing: Showing, { kind, lines }: Description): readonly HTMLElement[] {
  const { make, t } = showing
  const by = spenderOf(lines)
  if (!by) return []
  const spender = by.name ?? shortAddress(by.address)
  return lines.flatMap(({ labelKey, value }) => {
    const amount = value?.type === 'amount' ? value : undefined
    if (WITHOUT_END.includes(labelKey)) {
      const token = amount?.symbol
      const text = token ? t('approval.takesAll', { spender, token }) : t('approval.takesAllOfToken', { spender })
      return [make('p', { class: 'approval-line approval-warning approval-danger' }, text)]
    }
    if (labelKey === WHOLE_COLLECTION) {
      const text = t('approval.takesCollection', { spender })
      return [make('p', { class: 'approval-line approval-warning approval-danger' }, text)]
    }
    if (labelKey !== 'preview.allowance' || !amount || !BY_SIGNATURE.includes(kind)) return []
    const written = `${formatAmount(amount.amount, amount.decimals ?? 0)} ${unitOf(showing, amount)}`.trim()
    return [
      make(
        'p',
        { class: 'approval-line approval-warning' },
        t('approval.takesBySignature', { spender, amount: written }),
      ),
    ]
  })
}
