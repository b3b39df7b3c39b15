import { object, parse, safeParse } from 'valibot'
import { redirectEnvironment } from './redirectPages.ts'

const Environment = object(redirectEnvironment)

test('the operator names the allowed return pages; by default there are none', () => {
  expect(parse(Environment, {})).toEqual({})
  const SOCIAL_REDIRECT_PAGES = 'https://app.example, http://localhost:4300'
  expect(parse(Environment, { SOCIAL_REDIRECT_PAGES })).toEqual({
    SOCIAL_REDIRECT_PAGES: ['https://app.example', 'http://localhost:4300'],
  })
})

test.each(['*', 'https://*.app.example', 'https://app.example/', 'app.example', 'https://app.example,', '', 'yes'])(
  'the list of return pages %p is refused',
  (SOCIAL_REDIRECT_PAGES) => {
    expect(safeParse(Environment, { SOCIAL_REDIRECT_PAGES }).success).toBe(false)
  },
)
