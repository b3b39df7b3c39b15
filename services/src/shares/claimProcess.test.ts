import { type Custodian, claimProcess } from './claimProcess.ts'

const all: readonly Custodian[] = ['services', 'secure site', 'auth share store', 'recovery share store']
const pairs = all.flatMap((first) => all.filter((other) => other !== first).map((other) => [first, other] as const))

test.each(pairs)('a process that is the %s can never become the %s', (first, other) => {
  const holder = {}
  claimProcess(first, holder)
  const sentence = `This process is the ${first} and cannot be the ${other} as well: each needs its own process.`
  expect(() => claimProcess(other, holder)).toThrow(sentence)
  expect(() => Object.assign(holder, { [Symbol.for('portico.custodian')]: other })).toThrow(TypeError)
  expect(() => claimProcess(other, holder)).toThrow(sentence)
})

test.each(all)('a process may claim to be the %s twice', (custodian) => {
  const holder = {}
  claimProcess(custodian, holder)
  expect(() => claimProcess(custodian, holder)).not.toThrow()
})

test('two copies of the module in one process share the claim', () => {
  claimProcess('services')
  jest.isolateModules(() => {
    const { claimProcess: other } = jest.requireActual<typeof import('./claimProcess.ts')>('./claimProcess.ts')
    expect(() => other('auth share store')).toThrow('cannot be the auth share store')
  })
})
