import { inDirectory } from './explorerIds.ts'

test.each([
  ['Phantom', 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'],
  ['Xverse', '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b'],
  ['Xverse Wallet', '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b'],
  ['trust wallet', '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0'],
])('%s has a directory id', (name, explorerId) => {
  expect(inDirectory(name)).toEqual({ explorerId })
})

test.each(['Harbor', 'Phantom Pro', '', 'constructor'])('%j has no directory id', (name) => {
  expect(inDirectory(name)).toEqual({})
})
