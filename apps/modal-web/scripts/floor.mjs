/** The oldest supported browsers, as in docs/concepts/browsers.md. Style sheets are compiled for them. */
const floor = { chrome: "111", firefox: "121", safari: "16.4" }

/** As Vite names them: `safari16.4`. */
export const floorBrowsers = Object.entries(floor).map(([name, version]) => name + version)

/** As Lightning CSS numbers them: major, minor and patch in a byte each. */
export const floorTargets = Object.fromEntries(
  Object.entries(floor).map(([name, version]) => {
    const [major, minor = 0] = version.split(".").map(Number)
    return [name, (major << 16) | (minor << 8)]
  }),
)
