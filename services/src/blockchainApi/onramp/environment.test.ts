import { object, safeParse } from 'valibot'
import { onrampEnvironment, onrampSettings } from './environment.ts'

const read = (values: Readonly<Record<string, string>>) => safeParse(object(onrampEnvironment), values)

test('without configuration, nothing is sold', () => {
  const { success, output } = read({})
  expect(success && onrampSettings(output)).toEqual({ meld: undefined })
})

test('Meld’s key begins with the name of its site, and may contain colons', () => {
  const { success, output } = read({ MELD_KEY: 'sandbox:W9kZTT7332okCEc1A9aqAq:3sYKoXQv6o', MELD_COUNTRY: 'DE' })
  expect(success && onrampSettings(output).meld).toEqual({
    site: 'sandbox',
    key: 'W9kZTT7332okCEc1A9aqAq:3sYKoXQv6o',
    country: 'DE',
  })
})

test.each([
  ['MELD_KEY', 'W9kZTT7332okCEc1A9aqAq:3sYKoXQv6o'],
  ['MELD_KEY', 'production:short'],
  ['MELD_KEY', 'production:with a blank in it'],
  ['MELD_COUNTRY', 'germany'],
])('%s cannot be %s, and the error does not repeat the value', (name, text) => {
  const { issues } = read({ [name]: text })
  expect(issues?.[0].message).toMatch(/^must be /)
  expect(issues?.[0].message).not.toContain(text)
})
