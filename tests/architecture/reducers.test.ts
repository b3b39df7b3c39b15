import { type Files, fixture, isCode, isTest, readFiles } from './files.ts'
import { visit } from './syntax.ts'

/**
 * The shell has no drafts (host/src/kernel/noDrafts.ts): the host's reducers return a new state, and a write would
 * throw. In tests the toolkit has immer, which would hide such a write.
 */
const WRITES = ['copyWithin', 'fill', 'pop', 'push', 'reverse', 'shift', 'sort', 'splice', 'unshift']

function writesIn(files: Files): string[] {
  const found: string[] = []
  for (const [path, text] of files) {
    if (!path.startsWith('host/src/') || !isCode(path) || isTest(path) || !/\bcreate(Slice|Reducer)\b/.test(text))
      continue
    const say = (what: string) => found.push(`${path}: ${what}`)
    visit(files, path, {
      AssignmentExpression: ({ left }) => left.type === 'MemberExpression' && say('writes to a property'),
      UpdateExpression: ({ argument }) => argument.type === 'MemberExpression' && say('counts a property up or down'),
      UnaryExpression: ({ operator }) => operator === 'delete' && say('deletes a property'),
      CallExpression({ callee }) {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        if (WRITES.includes(callee.property.value)) say(`calls ${callee.property.value}`)
      },
    })
  }
  return found
}

const slice = (reducer: string) =>
  fixture({ 'host/src/madeUpSlice.ts': `createSlice({ reducers: { made: (state: any) => ${reducer} } })` })

test('no reducer of the host writes to the state', () => {
  expect(writesIn(readFiles(['host']))).toEqual([])
})

test.each([
  ['{ state.open = true }', 'writes to a property'],
  ['{ state.count++ }', 'counts a property up or down'],
  ['{ delete state.byId[1] }', 'deletes a property'],
  ['{ state.list.push(1) }', 'calls push'],
])('%s is reported', (reducer, what) => {
  expect(writesIn(slice(reducer))).toEqual([`host/src/madeUpSlice.ts: ${what}`])
})

test('a reducer that returns a new state is accepted', () => {
  expect(writesIn(slice('({ ...state, open: true, list: [...state.list, 1].toSorted() })'))).toEqual([])
})
