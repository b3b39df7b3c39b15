import type { CaipNetworkId } from '@portico/contracts'
import type { Translate } from '@portico/contracts/formatMessage'
import { formatAmount, isOver, type Value, type Words } from '@portico/contracts/preview'
import { networkFacts } from '../rpc/networks.ts'
import { isSameAddress } from '../signing/isSameAddress.ts'
import type { MakeElement } from './element.ts'
import { shortAddress, showAddress } from './showAddress.ts'

export interface Showing {
  readonly make: MakeElement
  readonly t: Translate
  readonly locale: string
  /** The signing account. */
  readonly account: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The last second that browsers can format. */
const LAST_SECOND = 8_640_000_000_000n

function showTime({ t, locale, now }: Showing, seconds: bigint): string {
  if (seconds > LAST_SECOND) return t('preview.noEnd')
  const time = new Date(Number(seconds) * 1_000)
  const written = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }).format(time)
  return isOver(seconds, now) ? t('preview.over', { time: written }) : written
}

/** Groups the integer's digits in threes, with gaps that are not copied; a comma could be read as a decimal point. */
export function showNumber({ make }: Pick<Showing, 'make'>, number: string): HTMLElement {
  const [whole = '', fraction] = number.split('.')
  const digits = whole.replace(/^\D+/, '')
  const sign = whole.slice(0, whole.length - digits.length)
  const groups = digits.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? []
  return make(
    'span',
    { class: 'approval-number', dir: 'ltr' },
    sign || undefined,
    ...groups.flatMap((group) => [make('wbr', {}), make('span', { class: 'approval-thousand' }, group)]),
    fraction === undefined ? undefined : `.${fraction}`,
  )
}

type Amount = Extract<Value, { type: 'amount' }>

/** The unit of an amount. The symbol is empty for unknown networks. */
export function unitOf({ t }: Pick<Showing, 't'>, { decimals, symbol }: Pick<Amount, 'decimals' | 'symbol'>): string {
  if (symbol === '') return t('preview.ownCoin')
  return decimals === undefined ? t('preview.smallestUnits') : (symbol ?? '')
}

/** Formats the values that sentences contain. */
export const wordsOf = ({ t }: Pick<Showing, 't'>): Words => ({
  amount: ({ amount, ...unit }) => `${formatAmount(amount, unit.decimals ?? 0)} ${unitOf({ t }, unit)}`.trim(),
  address: shortAddress,
  text: t,
})

function showAmount(showing: Showing, value: Amount): HTMLElement {
  const { make, t } = showing
  if (value.isUnlimited) return make('span', {}, t('preview.unlimited'), value.symbol ? ` ${value.symbol}` : '')
  const unit = unitOf(showing, value)
  return make(
    'span',
    { class: 'approval-amount', dir: 'ltr' },
    showNumber(showing, formatAmount(value.amount, value.decimals ?? 0)),
    unit ? make('bdi', { class: 'approval-unit' }, ` ${unit}`) : undefined,
  )
}

/** An address with its owner, if known. */
export function showWho(showing: Showing, address: string, name?: string): HTMLElement {
  const { make, t, account } = showing
  const known = isSameAddress(address, account) ? t('preview.yourAccount') : name
  return known === undefined
    ? showAddress(showing, address)
    : make('span', {}, make('span', { class: 'approval-name' }, make('bdi', {}, known)), showAddress(showing, address))
}

/** The network's name from the frame's own list; an unlisted network is marked as such, whatever a page calls it. */
export function showNetwork({ make, t }: Pick<Showing, 'make' | 't'>, caipNetworkId: CaipNetworkId): HTMLElement {
  const { name, isKnown, isTestnet } = networkFacts(caipNetworkId)
  const note = isKnown ? isTestnet && 'approval.testNetwork' : 'approval.unknownNetwork'
  return make(
    'span',
    {},
    make('span', { class: 'approval-network' }, make('bdi', {}, name)),
    note ? make('span', { class: 'approval-note' }, t(note)) : undefined,
  )
}

export const labelled = ({ make }: Showing, label: string, value: Node | string, kind = 'approval-line'): HTMLElement =>
  make(
    'div',
    { class: kind },
    make('span', { class: 'approval-label' }, label),
    make('div', { class: 'approval-value' }, value),
  )

/** The value next to a label. */
export function showValue(showing: Showing, value: Value): HTMLElement {
  const { make, t } = showing
  switch (value.type) {
    case 'address':
      return showWho(showing, value.address, value.name)
    case 'amount':
      return showAmount(showing, value)
    case 'integer':
      return make('span', { class: 'approval-number', dir: 'ltr' }, String(value.integer))
    case 'boolean':
      return make('span', {}, t(value.boolean ? 'preview.true' : 'preview.false'))
    case 'text':
      return make('span', { class: 'approval-text', dir: 'auto' }, value.text || t('preview.noText'))
    case 'raw':
      return make('code', { class: 'approval-code', dir: 'ltr', tabindex: '0' }, value.hex)
    case 'time':
      return make('span', {}, showTime(showing, value.seconds))
    case 'network':
      return showNetwork(showing, value.caipNetworkId)
    case 'lookup':
      return make(
        'span',
        {},
        make('span', {}, t('preview.tableEntry', { index: value.index }), ' '),
        showAddress(showing, value.table),
      )
  }
}
