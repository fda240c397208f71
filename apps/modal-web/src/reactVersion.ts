/** The oldest React whose hooks and root this package uses. */
const minReactVersion = [18, 2] as const

/**
 * Returns one sentence about a React that this package cannot run on, or `null` for a supported one.
 * `found` is the `version` of the host's `react`; anything but a text such as `"18.3.1"` counts as no React.
 */
export const findReactProblem = (found: unknown): string | null => {
  const [major = 0, minor = 0] = typeof found === "string" ? found.split(".").map(Number) : []
  return major > minReactVersion[0] || (major === minReactVersion[0] && minor >= minReactVersion[1])
    ? null
    : `@wmodal/modal-web needs react and react-dom ${minReactVersion.join(".")} or newer, but this page has ${
        typeof found === "string" ? `React ${found}` : "no React"
      }: update both.`
}
