/** What only features with input need; it comes with the second chunk, never with the first open. */
export { SearchField } from './SearchField.tsx'
