/**
 * The preview of a request, for a view to draw (`@portico/contracts/ui/preview`). It loads with the views that ask for
 * a signature, never when the modal first opens.
 */
export { RequestPreview, type RequestPreviewProps } from './RequestPreview.tsx'
export { type OutgoingPreview, useOutgoingPreview } from './useOutgoingPreview.ts'
export { usePreviewTexts } from './usePreviewTexts.ts'
