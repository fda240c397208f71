import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Returns the page of the changes: those of the next release from `.changeset`, then the published ones. */
export const makeChangelogPage = (root) => {
  const folder = join(root, ".changeset")
  const next = readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .toSorted()
    .map((name) => {
      const [, head = "", text = ""] =
        /^---\n([^]*?)\n---\n+([^]*)$/.exec(readFileSync(join(folder, name), "utf8")) ?? []
      const packages = [...head.matchAll(/"([^"]+)"/g)].map(([, one]) => `\`${one}\``)
      return `- ${text
        .trim()
        .replaceAll(/\n+/g, " ")
        .replaceAll("<", "&lt;")
        .replaceAll(/`[^`]*`/g, (code) => code.replaceAll("&lt;", "<"))} (${packages.join(", ")})`
    })
  const published = join(root, "apps/modal-web/CHANGELOG.md")
  return [
    "# Changelog",
    "",
    "All packages have the same version.",
    "",
    ...(next.length > 0 ? ["## Next release", "", ...next, ""] : []),
    ...(existsSync(published) ? [readFileSync(published, "utf8").replace(/^# .*\n/, "")] : []),
  ].join("\n")
}
