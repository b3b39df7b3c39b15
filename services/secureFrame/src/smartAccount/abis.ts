import { parseAbi } from 'viem'

export const proxyFactoryAbi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
])
export const moduleAbi = parseAbi([
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
])
export const multiSendAbi = parseAbi(['function multiSend(bytes transactions) payable'])
export const entryPointAbi = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])
