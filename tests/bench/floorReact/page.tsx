/** The baseline for Portico: a page with React and the smallest useful modal. */
import { type ComponentType, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { ModalProps } from './Modal.tsx'

function Page() {
  const [Modal, setModal] = useState<ComponentType<ModalProps>>()
  const [isOpen, setOpen] = useState(false)
  // Uses an `import()` and a state update, because React delays content behind a visible Suspense fallback by up to 300
  // ms.
  const prepare = () => void import('./Modal.tsx').then((module) => setModal(() => module.Modal))
  const open = () => {
    prepare()
    setOpen(true)
  }
  return (
    <>
      <button id="open" type="button" onPointerEnter={prepare} onFocus={prepare} onClick={open}>
        Connect wallet
      </button>
      {isOpen && Modal ? <Modal onClose={() => setOpen(false)} /> : null}
    </>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)
