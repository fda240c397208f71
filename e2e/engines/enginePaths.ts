import { globSync } from "node:fs"
import { paths } from "../src/harness/paths.ts"

/** Debian's browsers. `scripts/ensure.mjs` installs what is missing, if it may. */
export const enginePaths = {
  chromium: paths.chromium,
  firefox: "/usr/bin/firefox-esr",
  webKitDriver: "/usr/bin/WebKitWebDriver",
  /** The browser that the driver starts; of the newest WebKitGTK. */
  miniBrowser: globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser").toSorted().at(-1) ?? "MiniBrowser",
  screen: "/usr/bin/Xvfb",
  /** Gives a new window the focus: without it an approval's own window is never in front. */
  windowManager: "/usr/bin/openbox",
} as const
