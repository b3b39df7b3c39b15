export { formatAmount } from '@portico/contracts/preview'
