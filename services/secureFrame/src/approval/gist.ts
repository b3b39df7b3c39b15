import type { Description, Line, PreviewMessageKey, ShownLine } from '@portico/contracts/preview'

/** Labels of addresses that receive money or power: these never scroll away. */
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
/** Bytes and longer texts can have any length and have to be read to their end, so they scroll. */
const isShort = ({ value }: Line): boolean =>
  value?.type !== 'raw' && !(value?.type === 'text' && value.text.length > TEXT_MAX)

/** Lines that the sentence about an unlimited allowance makes superfluous. */
const SAID_BY_SENTENCE: readonly PreviewMessageKey[] = [
  'preview.unlimitedAllowance',
  'preview.wholeBalance',
  'preview.allTokens',
]

/** Whether a line never scrolls away. @param hasSentence a sentence above the line already says who may take what */
export function isGist({ line, isHero, isWarning, isDanger }: ShownLine, hasSentence: boolean): boolean {
  if (!isShort(line) || (hasSentence && SAID_BY_SENTENCE.includes(line.labelKey))) return false
  return isHero || isWarning || isDanger || RECEIVING.includes(line.labelKey)
}

/** The parts of a batch at every depth, each with its number: `2.1` is the first part of the second part. */
export const numberedParts = (
  { parts = [] }: Description,
  before = '',
): readonly { readonly number: string; readonly part: Description }[] =>
  parts.flatMap((part, index) => {
    const number = `${before}${index + 1}`
    return [{ number, part }, ...numberedParts(part, `${number}.`)]
  })
