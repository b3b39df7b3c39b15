import type { Translate } from '@portico/contracts/formatMessage'
import type { Value } from '@portico/contracts/preview'
import { networkFacts } from '../rpc/networks.ts'
import type { MakeElement } from './element.ts'
import { formatAmount } from './formatAmount.ts'

export interface Showing {
  readonly make: MakeElement
  readonly t: Translate
  readonly locale: string
}

/** Whole, in groups of four that can be compared; copied, it has no gaps. */
export function showAddress({ make }: Pick<Showing, 'make'>, address: string): HTMLElement {
  const groups = address.match(/.{1,4}/gu) ?? [address]
  return make('span', { class: 'approval-address', dir: 'ltr' }, ...groups.map((group) => make('span', {}, group)))
}

/** The last second that a calendar of the browser knows. */
const LAST_SECOND = 8_640_000_000_000n

function showTime({ t, locale }: Showing, seconds: bigint): string {
  if (seconds > LAST_SECOND) return t('approval.noEnd')
  const time = new Date(Number(seconds) * 1_000)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }).format(time)
}

function showAmount({ make, t }: Showing, value: Extract<Value, { type: 'amount' }>): HTMLElement {
  if (value.isUnlimited) return make('span', {}, t('approval.unlimited'), value.symbol ? ` ${value.symbol}` : '')
  const { amount, decimals, symbol } = value
  const number = make('span', { class: 'approval-number', dir: 'ltr' }, formatAmount(amount, decimals ?? 0))
  const unit = decimals === undefined ? t('approval.smallestUnits') : symbol
  return make('span', {}, number, unit ? make('bdi', { class: 'approval-unit' }, ` ${unit}`) : undefined)
}

/** What stands beside a label. */
export function showValue(showing: Showing, value: Value): HTMLElement {
  const { make, t } = showing
  switch (value.type) {
    case 'address':
      return value.name === undefined
        ? showAddress(showing, value.address)
        : make('span', {}, make('bdi', { class: 'approval-name' }, value.name), showAddress(showing, value.address))
    case 'amount':
      return showAmount(showing, value)
    case 'integer':
      return make('span', { class: 'approval-number', dir: 'ltr' }, String(value.integer))
    case 'boolean':
      return make('span', {}, t(value.boolean ? 'approval.true' : 'approval.false'))
    case 'text':
      return make('span', { class: 'approval-text', dir: 'auto' }, value.text || t('approval.noText'))
    case 'raw':
      return make('code', { class: 'approval-code', dir: 'ltr' }, value.hex)
    case 'time':
      return make('span', {}, showTime(showing, value.seconds))
    case 'network':
      return make('bdi', {}, networkFacts(value.caipNetworkId).name)
    case 'lookup':
      return make(
        'span',
        {},
        make('span', {}, t('approval.tableEntry', { index: value.index }), ' '),
        showAddress(showing, value.table),
      )
  }
}
