import { frameParameters, readFrameParameters } from './frameUrl.ts'

const written = frameParameters({
  projectId: '0123abcd',
  chainId: 'eip155:1',
  rpcUrl: 'https://rpc.example/v1/?chainId=eip155%3A1',
  isLogging: false,
  isEmailCaptured: true,
})

test('§7: the frame reads from its URL what the page wrote into it', () => {
  expect(new URLSearchParams(written.map(([name, value]) => [name, value])).toString()).toBe(
    'projectId=0123abcd&chainId=eip155%3A1&version=4&enableLogger=false&rpcUrl=https%3A%2F%2Frpc.example%2Fv1%2F%3FchainId%3Deip155%253A1&enableCloudAuthAccount=true',
  )
  expect(readFrameParameters(Object.fromEntries(written))).toEqual({
    projectId: '0123abcd',
    chainId: 'eip155:1',
    version: '4',
    enableLogger: 'false',
    rpcUrl: 'https://rpc.example/v1/?chainId=eip155%3A1',
    enableCloudAuthAccount: 'true',
  })
})

test('an invalid URL parameter counts as absent, but an invalid project makes the URL invalid', () => {
  expect(
    readFrameParameters({
      projectId: 'p',
      chainId: 'nowhere:1',
      version: 'x'.repeat(17),
      enableLogger: 'yes',
      rpcUrl: 'javascript:alert(1)',
      smartAccountVersion: 'v8',
      enableCloudAuthAccount: '1',
      other: 'x',
    }),
  ).toEqual({ projectId: 'p', chainId: 'eip155:1', version: '4', enableLogger: 'true' })
  for (const query of [{}, { projectId: '' }, { projectId: 'p'.repeat(65) }]) {
    expect(readFrameParameters(query as Record<string, string>)).toBeUndefined()
  }
})
