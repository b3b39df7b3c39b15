/** The words for a description, which are the same wherever the description is drawn. Needs no React and no DOM. */
export { allowanceSentences } from './allowanceSentences.ts'
export { formatAmount } from './formatAmount.ts'
export { givesNothing } from './givesNothing.ts'
export { grantSentence, grantsBeside, hasNoEnd, isSaid, nftSentence, type Units } from './grants.ts'
export { isOdd, isOddOutcome } from './odd.ts'
export { inOrderOfLoss, inOrderOfSize, type Outcome, outcomeSentence } from './outcome.ts'
export type { Sentence, Words } from './sentence.ts'
export { FEE_LABEL, isOver, type ShownLine, shownLine, shownLines, technicalLines } from './shownLines.ts'
