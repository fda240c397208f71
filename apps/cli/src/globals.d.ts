/** The version from package.json, inserted by the build. */
declare const __WMODAL_VERSION__: string
