import { parse } from 'valibot'
import { TestMoneyChainsText } from './chainsText.ts'

const PAYER = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const SOLANA = 'solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu'
const REGTEST = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

test('each chain has its source: an account on the node, a node URL, or an Esplora URL', () => {
  const text = `eip155:31337=${PAYER.toLowerCase()};${SOLANA}=http://localhost:8899;\n${REGTEST}=http://localhost:3002`
  expect([...parse(TestMoneyChainsText, text)].map(([id, source]) => [id, String(source)])).toEqual([
    ['eip155:31337', PAYER],
    [SOLANA, 'http://localhost:8899/'],
    [REGTEST, 'http://localhost:3002/'],
  ])
})
