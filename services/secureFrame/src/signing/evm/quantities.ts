/** JSON-RPC's numbers. */
export { readQuantity, toQuantity } from '@portico/contracts/preview'
