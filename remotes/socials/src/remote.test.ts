import remote from './remote.ts'

test('every title, label and text has English words', () => {
  const keys = [
    ...Object.values(remote.views).map(({ title }) => title),
    ...remote.slots['connect.socials'].flatMap(({ label, more }) => [label, more]),
  ]
  for (const key of keys) expect(remote.messages).toHaveProperty([key])
  expect(Object.keys(remote.messages).every((key) => key.startsWith('socials.'))).toBe(true)
})

test('the wide button names the provider to continue with', () => {
  for (const { label } of remote.slots['connect.socials']) {
    expect(remote.messages[label as keyof typeof remote.messages]).toContain('{name}')
  }
})

test('every view loads, even without an account', async () => {
  for (const { load, ...view } of Object.values(remote.views)) {
    expect(view).not.toHaveProperty('needsAccount')
    expect(typeof (await load()).default).toBe('function')
  }
})
