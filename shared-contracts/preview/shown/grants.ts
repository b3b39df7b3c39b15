import type { TokenFacts } from '../context.ts'
import type { Description, Grant, Line } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import type { Sentence, Words } from './sentence.ts'

/** A token's symbol and decimals, if known. */
export type Units = Pick<TokenFacts, 'decimals' | 'symbol'> | undefined

/** A sentence about an NFT: its id, and a count where several exist (ERC-1155). */
export const nftSentence = (tokenId: bigint, size: bigint): Sentence =>
  size === 1n
    ? { key: 'preview.nft', values: { id: tokenId.toString() } }
    : { key: 'preview.nftCount', values: { id: tokenId.toString(), count: size.toString() } }

/** Whether a grant covers everything, now and later. */
export const hasNoEnd = ({ tokenId, amount, isUnlimited }: Grant): boolean =>
  isUnlimited === true || (amount === undefined && tokenId === undefined)

/** What a spender may take after the request. @param spender the spender's name, or the ends of its address */
export function grantSentence(
  { tokenId, amount, isUnlimited }: Grant,
  spender: string,
  facts: Units,
  words: Pick<Words, 'amount' | 'text'>,
): Sentence {
  if (isUnlimited) {
    return facts?.symbol
      ? { key: 'preview.takesAll', values: { spender, token: facts.symbol } }
      : { key: 'preview.takesAllOfToken', values: { spender } }
  }
  if (tokenId !== undefined) {
    const { key, values } = nftSentence(tokenId, 1n)
    return { key: 'preview.mayTakeNft', values: { spender, nft: words.text(key, values) } }
  }
  if (amount === undefined) return { key: 'preview.takesCollection', values: { spender } }
  return { key: 'preview.mayTake', values: { spender, amount: words.amount({ amount, ...facts }) } }
}

const ALLOWING: readonly Description['kind'][] = ['approval', 'permit', 'permit2']
const WITHOUT_END: readonly PreviewMessageKey[] = [
  'preview.unlimitedAllowance',
  'preview.wholeBalance',
  'preview.allTokens',
]

/** Whether the line states the size of the grant, or that it has no limit. */
function saysSize({ labelKey, value }: Line, grant: Grant): boolean {
  if (hasNoEnd(grant)) return WITHOUT_END.includes(labelKey)
  if (value?.type === 'integer') return value.integer === (grant.tokenId ?? grant.amount)
  return labelKey === 'preview.allowance' && value?.type === 'amount' && value.amount === grant.amount
}

/** Whether the request itself states exactly this grant, in a part that shows whole addresses. */
export function isSaid(grant: Grant, { kind, lines, parts = [] }: Description): boolean {
  const names = (labelKey: PreviewMessageKey, address: string) =>
    lines.some(({ labelKey: key, value }) => key === labelKey && value?.type === 'address' && value.address === address)
  return (
    (ALLOWING.includes(kind) &&
      names('preview.spender', grant.spender) &&
      names('preview.token', grant.token) &&
      lines.some((line) => saysSize(line, grant))) ||
    parts.some((part) => isSaid(grant, part))
  )
}

/**
 * The grants that are listed together with the changes. An unlimited grant that the request itself states already has a
 * warning (`allowanceSentences`), so it is left out.
 */
export const grantsBeside = (grants: readonly Grant[], description: Description): readonly Grant[] =>
  grants.filter((grant) => !hasNoEnd(grant) || !isSaid(grant, description))
