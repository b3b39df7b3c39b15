import type { Description, Grant, Line, PreviewContext, TokenFacts } from '@portico/contracts/preview'
import { formatAmount } from './formatAmount.ts'
import { shortAddress, showAddress } from './showAddress.ts'
import { type Showing, unitOf } from './showValue.ts'

/** What amounts of a token are counted in, where anybody knows. */
export type Units = Pick<TokenFacts, 'decimals' | 'symbol'> | undefined

/** An NFT by its number, and of those there may be several of (ERC-1155) how many. */
export const nftText = ({ t }: Showing, tokenId: bigint, size: bigint): string =>
  size === 1n
    ? t('approval.nft', { id: tokenId.toString() })
    : t('approval.nftCount', { id: tokenId.toString(), count: size.toString() })

/** Whether it takes all that there is, now and later. */
export const hasNoEnd = ({ tokenId, amount, isUnlimited }: Grant): boolean =>
  isUnlimited === true || (amount === undefined && tokenId === undefined)

function grantText(showing: Showing, grant: Grant, who: string, facts: Units): string {
  const { t } = showing
  const { tokenId, amount, isUnlimited } = grant
  if (isUnlimited) {
    return facts?.symbol
      ? t('approval.takesAll', { spender: who, token: facts.symbol })
      : t('approval.takesAllOfToken', { spender: who })
  }
  if (tokenId !== undefined) return t('approval.mayTakeNft', { spender: who, nft: nftText(showing, tokenId, 1n) })
  if (amount === undefined) return t('approval.takesCollection', { spender: who })
  const written = `${formatAmount(amount, facts?.decimals ?? 0)} ${unitOf(showing, facts ?? {})}`.trim()
  return t('approval.mayTake', { spender: who, amount: written })
}

const ALLOWING: readonly Description['kind'][] = ['approval', 'permit', 'permit2']
const WITHOUT_END: readonly Line['labelKey'][] = [
  'preview.unlimitedAllowance',
  'preview.wholeBalance',
  'preview.allTokens',
]

/** Whether a line says as much as this one may take. */
function saysSize({ labelKey, value }: Line, grant: Grant): boolean {
  if (hasNoEnd(grant)) return WITHOUT_END.includes(labelKey)
  if (value?.type === 'integer') return value.integer === (grant.tokenId ?? grant.amount)
  return labelKey === 'preview.allowance' && value?.type === 'amount' && value.amount === grant.amount
}

/** Whether the request itself says that this one may take just that: there is a part about it, with whole addresses. */
export function isSaid(grant: Grant, { kind, lines, parts = [] }: Description): boolean {
  const names = (labelKey: Line['labelKey'], address: string) =>
    lines.some(({ labelKey: key, value }) => key === labelKey && value?.type === 'address' && value.address === address)
  return (
    (ALLOWING.includes(kind) &&
      names('preview.spender', grant.spender) &&
      names('preview.token', grant.token) &&
      lines.some((line) => saysSize(line, grant))) ||
    parts.some((part) => isSaid(grant, part))
  )
}

/** In words; where nothing else on the screen says it, with the whole addresses of whoever may take it and of the token. */
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
  const text = grantText(showing, grant, name ?? shortAddress(spender), facts)
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
