import { visibleText } from './visibleText.ts'

test.each([
  ['a plain text', 'Sign in\n\tto example.org', 'Sign in\n\tto example.org', false],
  ['other scripts', 'Подпись 署名 توقيع ✓', 'Подпись 署名 توقيع ✓', false],
  ['Windows line endings', 'a\r\nb', 'a\r\nb', false],
  ['emoji made of several characters', '❤️ 👩‍🚀 👍🏽', '❤️ 👩‍🚀 👍🏽', false],
  ['a direction override', 'pay \u202eevil', 'pay ⟨U+202E⟩evil', true],
  ['a direction isolate', 'a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩', true],
  ['zero-width characters', 'uni\u200bswap\ufeff', 'uni⟨U+200B⟩swap⟨U+FEFF⟩', true],
  ['a joiner between letters', 'a\u200db', 'a⟨U+200D⟩b', true],
  ['control characters', 'a\u0000b\u001bc\u0085', 'a⟨U+0000⟩b⟨U+001B⟩c⟨U+0085⟩', true],
  ['a lone carriage return', 'a\rb', 'a⟨U+000D⟩b', true],
  ['a line separator', 'a\u2028b', 'a⟨U+2028⟩b', true],
  ['blank letters', 'a\u3164\u2800', 'a⟨U+3164⟩⟨U+2800⟩', true],
  ['tag characters', 'a\u{e0041}', 'a⟨U+E0041⟩', true],
  ['a lone surrogate', 'a\ud83d', 'a⟨U+D83D⟩', true],
  ['a variation selector after a letter', 'a\ufe0f', 'a⟨U+FE0F⟩', true],
])('%s', (_, source, text, hasHidden) => {
  expect(visibleText(source)).toEqual({ text, hasHidden })
})
