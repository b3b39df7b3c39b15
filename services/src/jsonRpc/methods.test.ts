import { isAllowed, isBroadcast, RPC_NAMESPACES } from './methods.ts'

test.each([
  ['eip155', ['eth_getBalance', 'eth_call', 'eth_estimateGas', 'eth_getTransactionReceipt', 'eth_sendRawTransaction']],
  [
    'solana',
    ['getBalance', 'getLatestBlockhash', 'getTokenAccountsByOwner', 'getSignatureStatuses', 'sendTransaction'],
  ],
  ['bip122', ['getblockcount', 'getrawtransaction', 'gettxout', 'estimatesmartfee', 'sendrawtransaction']],
] as const)('on %s, the methods that a wallet modal needs are allowed', (namespace, methods) => {
  for (const method of methods) expect([method, isAllowed(namespace, method)]).toEqual([method, true])
})

test.each([
  ...['eth_accounts', 'eth_sign', 'eth_signTransaction', 'eth_signTypedData_v4', 'eth_sendTransaction'],
  ...['personal_sign', 'personal_unlockAccount', 'personal_listAccounts', 'wallet_switchEthereumChain'],
  ...[
    'admin_peers',
    'admin_addPeer',
    'debug_traceCall',
    'debug_setHead',
    'miner_start',
    'txpool_content',
    'trace_block',
  ],
  ...['anvil_setBalance', 'hardhat_impersonateAccount', 'evm_mine', 'evm_snapshot', 'engine_newPayloadV1'],
  ...['eth_newFilter', 'eth_getFilterChanges', 'eth_subscribe', 'eth_mining', 'eth_coinbase', 'clique_propose'],
  ...['requestAirdrop', 'getClusterNodes', 'setLogFilter', 'validatorExit'],
  ...['stop', 'dumpprivkey', 'sendtoaddress', 'scantxoutset', 'generatetoaddress', 'addnode', 'invalidateblock'],
  ...['', 'ETH_CALL', ' eth_call', 'eth_call\u0000', '__proto__', 'constructor', 'toString'],
])('the method %j is not allowed on any chain', (method) => {
  for (const namespace of RPC_NAMESPACES) expect(isAllowed(namespace, method)).toBe(false)
})

test('exactly the three methods that submit a signed transaction count as broadcasts', () => {
  expect(isBroadcast('eip155', 'eth_sendRawTransaction')).toBe(true)
  expect(isBroadcast('solana', 'sendTransaction')).toBe(true)
  expect(isBroadcast('bip122', 'sendrawtransaction')).toBe(true)
  expect(isBroadcast('eip155', 'eth_call')).toBe(false)
  expect(isBroadcast('solana', 'simulateTransaction')).toBe(false)
  expect(isBroadcast('bip122', 'testmempoolaccept')).toBe(false)
})
