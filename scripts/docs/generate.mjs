import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeChangelogPage } from "./changelog.mjs"
import { makeErrorsPage, makeTroubleshootingPage, readErrors } from "./errors.mjs"
import { hints } from "./hints.mjs"
import { writeReference } from "./reference.mjs"

/** Writes the generated pages into `docs/`. @returns the number of faults of the reference */
export const generatePages = async (root) => {
  const errors = readErrors(root)
  // TypeDoc empties the folder first.
  const faults = await writeReference(root)
  const files = {
    "reference/errors.md": makeErrorsPage(errors),
    "troubleshooting.md": makeTroubleshootingPage(errors, hints),
    "changelog.md": makeChangelogPage(root),
    // Links to documents of contributors stay in the repository.
    "concepts/security.md": readFileSync(join(root, "SECURITY.md"), "utf8")
      .replaceAll(/\[([^\]]*)\]\(docs\/[\w-]+\.md\)/g, "$1")
      .replaceAll("](docs/concepts/", "](./"),
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, "docs", path), text)
  // The modal on the pages is the build for script tags.
  const live = join(root, "docs/public/wmodal")
  rmSync(live, { recursive: true, force: true })
  cpSync(join(root, "apps/modal-web/dist/cdn"), live, { recursive: true })
  return faults
}
