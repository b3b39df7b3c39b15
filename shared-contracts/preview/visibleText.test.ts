import { visibleText } from './visibleText.ts'

test.each([
  ['a plain text', 'Sign in\n\tto example.org', 'Sign in\n\tto example.org', false],
  ['other scripts', 'Подпись 署名 توقيع ✓', 'Подпись 署名 توقيع ✓', false],
  ['line ends of Windows', 'a\r\nb', 'a\r\nb', false],
  ['pictures made of several', '❤️ 👩‍🚀 👍🏽', '❤️ 👩‍🚀 👍🏽', false],
  ['a turn of direction', 'pay \u202eevil', 'pay ⟨U+202E⟩evil', true],
  ['an isolate', 'a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩', true],
  ['no width', 'uni\u200bswap\ufeff', 'uni⟨U+200B⟩swap⟨U+FEFF⟩', true],
  ['a joiner between letters', 'a\u200db', 'a⟨U+200D⟩b', true],
  ['controls', 'a\u0000b\u001bc\u0085', 'a⟨U+0000⟩b⟨U+001B⟩c⟨U+0085⟩', true],
  ['a line end alone', 'a\rb', 'a⟨U+000D⟩b', true],
  ['another line end', 'a\u2028b', 'a⟨U+2028⟩b', true],
  ['blank letters', 'a\u3164\u2800', 'a⟨U+3164⟩⟨U+2800⟩', true],
  ['letters that are tags', 'a\u{e0041}', 'a⟨U+E0041⟩', true],
  ['half a character', 'a\ud83d', 'a⟨U+D83D⟩', true],
  ['a hidden variant of a letter', 'a\ufe0f', 'a⟨U+FE0F⟩', true],
])('%s', (_, source, text, hasHidden) => {
  expect(visibleText(source)).toEqual({ text, hasHidden })
})
