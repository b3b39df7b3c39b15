/**
 * A request's preview as a view draws it (`@portico/contracts/ui/preview`). It loads with the views that ask for a
 * signature, never with the first open.
 */
export { RequestPreview, type RequestPreviewProps } from './RequestPreview.tsx'
export { type OutgoingPreview, useOutgoingPreview } from './useOutgoingPreview.ts'
export { usePreviewTexts } from './usePreviewTexts.ts'
