import { createRoot, type Root } from "react-dom/client"

/**
 * Creates the modal's root in the host's own React. In the published build this is a file of its own whose name says
 * which React is needed: React 17 has no `react-dom/client`, and a bundler then names the file that asked for it.
 */
export const makeRoot = (container: ShadowRoot): Root => createRoot(container)
