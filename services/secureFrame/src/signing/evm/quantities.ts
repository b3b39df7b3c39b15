/** Numbers in JSON-RPC. */
export { readQuantity, toQuantity } from '@portico/contracts/preview'
