import { object, safeParse } from 'valibot'
import { DEFAULT_NAMES_OPTIONS, namesEnvironment, namesOptions } from './environment.ts'

const read = (environment: Readonly<Record<string, string>>) => safeParse(object(namesEnvironment), environment)

test('names are registered in the zone that the operator configures', () => {
  const { success, output } = read({ NAME_ZONE: 'id.shop.example' })
  expect(success && namesOptions(output)).toEqual({ zone: 'id.shop.example' })
})

test('without a configured zone, names are registered in the development zone', () => {
  const { success, output } = read({})
  expect(success && namesOptions(output)).toEqual(DEFAULT_NAMES_OPTIONS)
  expect(DEFAULT_NAMES_OPTIONS.zone).toBe('portico.test')
})

test.each(['shop', 'Shop.example', '.example', 'shop.', 'sh_op.example', `${'a.'.repeat(100)}example`])(
  'the zone "%s" is refused',
  (NAME_ZONE) => {
    expect(read({ NAME_ZONE }).success).toBe(false)
  },
)
