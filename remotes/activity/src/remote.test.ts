import remote from './remote.ts'

test('every title, label and text has English words', () => {
  const keys = [
    ...Object.values(remote.views).map(({ title }) => title),
    ...remote.slots['account.tabs'].map(({ label }) => label),
  ]
  for (const key of keys) expect(remote.messages).toHaveProperty([key])
  expect(Object.keys(remote.messages).every((key) => key.startsWith('activity.'))).toBe(true)
})

test('every view loads, and needs an account', async () => {
  for (const { load, needsAccount } of Object.values(remote.views)) {
    expect(needsAccount).toBe(true)
    expect(typeof (await load()).default).toBe('function')
  }
})

test('all families support the views', () => {
  for (const entry of remote.slots['account.tabs']) expect(entry).not.toHaveProperty('namespaces')
})
