/** Put in by the build, from package.json. */
declare const __WMODAL_VERSION__: string
