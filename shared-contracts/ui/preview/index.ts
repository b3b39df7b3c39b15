/**
 * What a request asks to be signed, drawn for a view (`@portico/contracts/ui/preview`). It comes with the views that ask for a
 * signature, never with the first open.
 */
export { RequestPreview, type RequestPreviewProps } from './RequestPreview.tsx'
export { type OutgoingPreview, useOutgoingPreview } from './useOutgoingPreview.ts'
export { usePreviewTexts } from './usePreviewTexts.ts'
