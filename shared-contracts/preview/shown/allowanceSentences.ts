import type { Description, Line } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import type { Sentence, Words } from './sentence.ts'

const WITHOUT_END: readonly PreviewMessageKey[] = ['preview.unlimitedAllowance', 'preview.wholeBalance']
/** The kinds of allowances that take effect without any further confirmation once they are signed. */
const BY_SIGNATURE: readonly Description['kind'][] = ['permit', 'permit2']

const spenderOf = (lines: readonly Line[]) => {
  const value = lines.find(({ labelKey }) => labelKey === 'preview.spender')?.value
  return value?.type === 'address' ? value : undefined
}

/** The sentences about what an order gives away for nothing or almost nothing. */
function givenAway(lines: readonly Line[], words: Pick<Words, 'amount' | 'text'>): readonly Sentence[] {
  const isDust = lines.some(({ labelKey }) => labelKey === 'preview.gets')
  const key = isDust ? 'preview.givesForDust' : 'preview.givesAway'
  return lines.flatMap(({ labelKey, value }): Sentence[] => {
    const amount =
      labelKey === 'preview.givesForNothing' && value?.type === 'amount'
        ? words.amount(value)
        : labelKey === 'preview.givesNftForNothing' && value?.type === 'integer'
          ? words.text('preview.nft', { id: value.integer.toString() })
          : undefined
    return amount === undefined ? [] : [{ key, values: { amount }, isWarning: true, isDanger: true }]
  })
}

/**
 * Sentences about what others may take from now on: unlimited allowances, allowances by signature alone, and what an
 * order gives away. The lines below the sentences repeat this with whole addresses.
 */
export function allowanceSentences(
  { kind, lines }: Pick<Description, 'kind' | 'lines'>,
  words: Words,
): readonly Sentence[] {
  if (kind === 'order') return givenAway(lines, words)
  const by = spenderOf(lines)
  if (!by) return []
  const spender = by.name ?? words.address(by.address)
  return lines.flatMap(({ labelKey, value }): Sentence[] => {
    const amount = value?.type === 'amount' ? value : undefined
    if (WITHOUT_END.includes(labelKey)) {
      const token = amount?.symbol
      return token
        ? [{ key: 'preview.takesAll', values: { spender, token }, isWarning: true, isDanger: true }]
        : [{ key: 'preview.takesAllOfToken', values: { spender }, isWarning: true, isDanger: true }]
    }
    if (labelKey === 'preview.allTokens') {
      return [{ key: 'preview.takesCollection', values: { spender }, isWarning: true, isDanger: true }]
    }
    if (labelKey !== 'preview.allowance' || !amount || !BY_SIGNATURE.includes(kind)) return []
    return [{ key: 'preview.takesBySignature', values: { spender, amount: words.amount(amount) }, isWarning: true }]
  })
}
