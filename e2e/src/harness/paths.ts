import { fileURLToPath } from "node:url"

const toAbsolutePath = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The tested build outputs. */
export const paths = {
  root: toAbsolutePath(""),
  demo: toAbsolutePath("apps/modal-web/dist/demo"),
  cdnManifest: toAbsolutePath("apps/modal-web/dist/cdn/.vite/manifest.json"),
  gallery: toAbsolutePath("apps/modal-web/dist/gallery"),
  terminal: toAbsolutePath("apps/cli/dist/wmodal.js"),
  /** Shared between commands: they compile the same hundreds of files. */
  compileCache: toAbsolutePath("node_modules/.cache/wmodal-compiled"),
  extension: toAbsolutePath("e2e/dist/extension"),
  reached: toAbsolutePath("e2e/dist/reached"),
  screenshots: toAbsolutePath("e2e/dist/screenshots"),
  picture: toAbsolutePath("docs/modal.png"),
  chromium: process.env["WMODAL_CHROMIUM"] ?? "/usr/bin/chromium",
} as const
