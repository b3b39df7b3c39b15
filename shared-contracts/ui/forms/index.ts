/** Components not every modal needs. They load with the second chunk or their views, not when the modal first opens. */
export { CodeToScan } from './CodeToScan.tsx'
export { Loading } from './Loading.tsx'
export { SearchField } from './SearchField.tsx'
export { Spinner } from './Spinner.tsx'
export { Stack } from './Stack.tsx'
export { TextField } from './TextField.tsx'
export { type Answer, type Question, useAnswer } from './useAnswer.ts'
export { useOpening, useTrack } from './useTrack.ts'
