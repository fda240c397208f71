import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeChangelogPage } from "./changelog.mjs"
import { makeErrorsPage, makeTroubleshootingPage, readErrors } from "./errors.mjs"
import { hints } from "./hints.mjs"
import { openPublicTypes } from "./publicTypes.mjs"
import { makeReference } from "./reference.mjs"

/** Writes the generated pages into `docs/`. @returns the names of public members without a docstring */
export const generatePages = (root) => {
  const errors = readErrors(root)
  const { pages, faults } = makeReference(openPublicTypes(root))
  const files = {
    ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`reference/${name}.md`, text])),
    "reference/errors.md": makeErrorsPage(errors),
    "troubleshooting.md": makeTroubleshootingPage(errors, hints),
    "changelog.md": makeChangelogPage(root),
    // Links to documents of contributors stay in the repository.
    "concepts/security.md": readFileSync(join(root, "SECURITY.md"), "utf8")
      .replaceAll(/\[([^\]]*)\]\(docs\/[\w-]+\.md\)/g, "$1")
      .replaceAll("](docs/concepts/", "](./"),
  }
  mkdirSync(join(root, "docs/reference"), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, "docs", path), text)
  // The modal on the pages is the build for script tags.
  const live = join(root, "docs/public/wmodal")
  rmSync(live, { recursive: true, force: true })
  cpSync(join(root, "apps/modal-web/dist/cdn"), live, { recursive: true })
  return faults
}
