/** Components for moving and showing money; they load with the second chunk, never with the first open. */
export { AmountField } from './AmountField.tsx'
export { Balance } from './Balance.tsx'
export { Facts } from './Facts.tsx'
export { HoldingRow } from './HoldingRow.tsx'
export { ReviewButtons } from './ReviewButtons.tsx'
export { TopUp } from './TopUp.tsx'
export { selectTopUps, type TopUpWay } from './topUps.ts'
export { feeWorthOf, worthOf } from './worth.ts'
