/**
 * Control characters, format characters (including bidirectional and zero-width ones), lone surrogates, private-use
 * characters, line ends other than line feeds, and characters that render as nothing. Line feeds and tabs are left as
 * they are, because their effect is visible.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{2800}]/gu

/** Joiners and variation selectors inside an emoji sequence. */
const IN_PICTURE =
  /(?<=\p{Emoji}\p{Emoji_Modifier}?)\uFE0F|(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})/gu

const LINE_END = /\r\n/g

const written = (character: string) =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`

/** Makes a text readable: afterwards, nothing in it is invisible or changes the order in which the rest is shown. */
export function visibleText(source: string): { text: string; hasHidden: boolean } {
  const allowed = new Set(Array.from(source.matchAll(IN_PICTURE), ({ index }) => index))
  for (const { index } of source.matchAll(LINE_END)) allowed.add(index)
  let hasHidden = false
  const text = source.replace(HIDDEN, (character, index: number) => {
    if (character === '\n' || character === '\t' || allowed.has(index)) return character
    hasHidden = true
    return written(character)
  })
  return { text, hasHidden }
}
