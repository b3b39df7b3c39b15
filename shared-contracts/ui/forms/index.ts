/**
 * Components that not every modal needs: they load with the second chunk or with the views that use them, never with
 * the first open.
 */
export { CodeToScan } from './CodeToScan.tsx'
export { SearchField } from './SearchField.tsx'
export { Spinner } from './Spinner.tsx'
export { TextField } from './TextField.tsx'
export { type Answer, type Question, useAnswer } from './useAnswer.ts'
