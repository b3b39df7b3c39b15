/** Exact money: amounts are integers in the smallest unit, prices and values exact decimals. No floating point. */
export * from './decimal.ts'
export * from './local.ts'
export * from './units.ts'
