import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import './console.css'

/** Follows the system's theme. */
function followTheme() {
  const light = matchMedia('(prefers-color-scheme: light)')
  const apply = () => {
    document.body.dataset.theme = light.matches ? 'light' : 'dark'
  }
  apply()
  light.addEventListener('change', apply)
}

followTheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
