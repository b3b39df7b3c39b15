/** Exact money without floating point: amounts are integers in the smallest unit, prices and values exact decimals. */
export * from './decimal.ts'
export * from './local.ts'
export * from './units.ts'
