/** The oldest React whose hooks and root this package uses. React 18 ended with 18.3, so a number is enough. */
const minReactVersion = 18.2

/**
 * Returns one sentence about a React that this package cannot run on, or `null` for a supported one.
 * `found` is the `version` of the host's `react`; anything but a text such as `"18.3.1"` counts as no React.
 */
export const findReactProblem = (found: unknown): string | null =>
  typeof found === "string" && Number.parseFloat(found) >= minReactVersion
    ? null
    : `@wmodal/modal-web needs react and react-dom ${minReactVersion} or newer, but this page has ${
        typeof found === "string" ? found : "none"
      }.`
