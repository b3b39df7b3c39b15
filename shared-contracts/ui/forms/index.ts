/** What not every window needs: it comes with the second chunk, or with the views that use it, never with the first open. */
export { CodeToScan } from './CodeToScan.tsx'
export { SearchField } from './SearchField.tsx'
export { Spinner } from './Spinner.tsx'
export { TextField } from './TextField.tsx'
export { type Answer, type Question, useAnswer } from './useAnswer.ts'
