import { createRoot, type Root } from "react-dom/client"

/**
 * Creates the modal's root in the host's own React. In the published build this is a separate file whose name states
 * the required React: React 17 has no `react-dom/client`, and a bundler then names the importing file.
 */
export const makeRoot = (container: ShadowRoot): Root => createRoot(container)
