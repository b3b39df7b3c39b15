import remote from './remote.ts'

test('every title and label has English words', () => {
  const [field] = remote.slots['connect.email']
  const keys = [...Object.values(remote.views).map(({ title }) => title), field?.label, field?.placeholder]
  for (const key of keys) expect(remote.messages).toHaveProperty([key ?? ''])
  expect(Object.keys(remote.messages).every((key) => key.startsWith('email.'))).toBe(true)
})

test('every view loads', async () => {
  for (const { load } of Object.values(remote.views)) expect(typeof (await load()).default).toBe('function')
})

test('only a signed-in visitor can change the address', () => {
  const needing = Object.entries(remote.views).filter(([, view]) => 'needsAccount' in view && view.needsAccount)
  expect(needing.map(([name]) => name)).toEqual([
    'UpdateEmailWallet',
    'UpdateEmailPrimaryOtp',
    'UpdateEmailSecondaryOtp',
  ])
})
