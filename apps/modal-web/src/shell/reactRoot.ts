import { version } from "react"
import { createRoot, type Root } from "react-dom/client"
import { findReactProblem } from "../reactVersion.ts"

/**
 * Creates the modal's root in the host's own React. In the published build this is a separate file whose name states
 * the required React: React 17 has no `react-dom/client`, and a bundler then names the importing file.
 */
export const makeRoot = (container: ShadowRoot): Root => {
  const problem = findReactProblem(version)
  if (problem !== null) throw new Error(problem)
  return createRoot(container)
}
