import type { Description, Line, PreviewMessageKey, ShownLine } from '@portico/contracts/preview'

/** Labels of who or what receives money or power: these addresses never scroll away. */
const RECEIVING: readonly PreviewMessageKey[] = [
  'preview.receiver',
  'preview.toTokenAccount',
  'preview.spender',
  'preview.newAuthority',
  'preview.newContract',
  'preview.delegate',
  'preview.nameOwner',
  'preview.refundReceiver',
  'preview.contract',
  'preview.program',
  'preview.signInSite',
]

/** In characters. */
const TEXT_MAX = 80
/** Bytes and texts can be of any length: they scroll, and their end has to be reached. */
const isShort = ({ value }: Line): boolean =>
  value?.type !== 'raw' && !(value?.type === 'text' && value.text.length > TEXT_MAX)

/** What the sentence about an allowance without an end says already. */
const SAID_BY_SENTENCE: readonly PreviewMessageKey[] = [
  'preview.unlimitedAllowance',
  'preview.wholeBalance',
  'preview.allTokens',
]

/**
 * Whether a line stands in the part of the screen that never scrolls away: what it is about, a warning, or who receives. Everything
 * else is detail.
 * @param hasSentence a sentence about who may take what stands above the lines
 */
export function isGist({ line, isHero, isWarning, isDanger }: ShownLine, hasSentence: boolean): boolean {
  if (!isShort(line) || (hasSentence && SAID_BY_SENTENCE.includes(line.labelKey))) return false
  return isHero || isWarning || isDanger || RECEIVING.includes(line.labelKey)
}

/** The parts of a batch at every depth, each with its number: `2.1` is the first part of the second one. */
export const numberedParts = (
  { parts = [] }: Description,
  before = '',
): readonly { readonly number: string; readonly part: Description }[] =>
  parts.flatMap((part, index) => {
    const number = `${before}${index + 1}`
    return [{ number, part }, ...numberedParts(part, `${number}.`)]
  })
