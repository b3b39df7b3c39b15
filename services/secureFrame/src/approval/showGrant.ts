import { type Grant, grantSentence, hasNoEnd, type PreviewContext, type Units } from '@portico/contracts/preview'
import { shortAddress, showAddress } from './showAddress.ts'
import { type Showing, wordsOf } from './showValue.ts'

/** An allowance in words; with the full addresses of spender and token unless they are elsewhere on the screen. */
export function showGrant(
  showing: Showing,
  grant: Grant,
  { names = {} }: PreviewContext,
  facts: Units,
  isElsewhere: boolean,
): HTMLElement {
  const { make, t } = showing
  const { token, spender } = grant
  const name = Object.hasOwn(names, spender) ? names[spender] : undefined
  const { key, values } = grantSentence(grant, name ?? shortAddress(spender), facts, wordsOf(showing))
  const text = t(key, values)
  if (isElsewhere) return make('li', {}, text)
  const of = (label: string, address: string) =>
    make(
      'div',
      { class: 'approval-of' },
      make('span', { class: 'approval-label' }, label),
      ' ',
      showAddress(showing, address),
    )
  return make(
    'li',
    { class: hasNoEnd(grant) ? 'approval-warning approval-danger' : '' },
    make('span', {}, text),
    of(t('preview.spender'), spender),
    of(t('preview.token'), token),
  )
}
