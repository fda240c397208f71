import { cp } from "node:fs/promises"
import { join } from "node:path"
import { findNewerThanFloor } from "./browserFloor.ts"
import { runCommand } from "./exec.ts"
import type { PackedPackage } from "./packages.ts"
import type { ConsumerReport } from "./report.ts"

/** Patterns of the files that a tarball may contain. */
const allowedFiles = [
  /^package\.json$/,
  /^README\.md$/,
  /^CHANGELOG\.md$/,
  /^LICENSE$/,
  /^dist\/.+\.(js|css|d\.ts|json|woff2|svg|png)$/,
]

/** Patterns of files that no tarball may contain, at any path. */
const refusedFiles =
  /\.(test|spec)\.|\.map$|\.tsbuildinfo$|(^|\/)(src|test|tests|demo|gallery|\.vite)\/|\.tsx?$(?<!\.d\.ts)/

/** Scripts that npm would run on the machine of a user. */
const installScripts = ["preinstall", "install", "postinstall", "prepare"]

const failWith = (problems: readonly string[]) => {
  if (problems.length > 0) throw new Error(problems.join("\n"))
}

const checkShape = ({ files, manifest }: PackedPackage) => {
  const paths = files.map(({ path }) => path)
  const missing = ["package.json", "README.md", "LICENSE"].filter((path) => !paths.includes(path))
  failWith([
    ...missing.map((path) => `${path} is missing.`),
    ...paths
      .filter((path) => refusedFiles.test(path) || !allowedFiles.some((pattern) => pattern.test(path)))
      .map((path) => `${path} does not belong in it.`),
    ...installScripts
      .filter((name) => manifest.scripts?.[name] !== undefined)
      .map((name) => `It has the install script ${name}.`),
    ...(JSON.stringify(manifest.exports ?? {}).includes("@wmodal/source")
      ? ["Its exports name sources that are not in it."]
      : []),
  ])
}

const printContents = ({ files, manifest }: PackedPackage) => {
  const folders = Map.groupBy(files, ({ path }) => path.split("/").slice(0, -1).slice(0, 2).join("/") || ".")
  const size = (some: readonly { readonly bytes: number }[]) =>
    `${(some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toFixed(0)} kB`
  const parts = [...folders]
    .toSorted(([one], [two]) => one.localeCompare(two))
    .map(([folder, inside]) =>
      folder === "."
        ? inside.map(({ path }) => path).join(", ")
        : `${folder} (${inside.length} files, ${size(inside)})`,
    )
  console.log(
    `\n${manifest.name} ${manifest.version}: ${files.length} files, ${size(files)}\n  ${parts.join("\n  ")}`,
  )
}

const root = join(import.meta.dirname, "../..")

/** Checks every tarball as published. `tools` is a folder for the checking programs. */
export const checkTarballs = async (
  { check }: ConsumerReport,
  packed: readonly PackedPackage[],
  tools: string,
): Promise<void> => {
  await cp(join(import.meta.dirname, "tools"), tools, { recursive: true })
  await runCommand("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: tools })
  await check("the browsers of docs/concepts/browsers.md have all that the files use", async () =>
    failWith(await findNewerThanFloor(root)),
  )
  for (const one of packed) {
    printContents(one)
    const { name } = one.manifest
    await check(`${name}: holds what users need and no more`, () => checkShape(one))
    await check(`${name}: publint`, () =>
      runCommand("npx", ["--no-install", "publint", one.path, "--strict"], { cwd: tools }),
    )
    // A program without types and a style sheet have no types to check.
    const sheets = Object.keys(one.manifest.exports ?? {}).filter((path) => path.endsWith(".css"))
    const excluded = sheets.length === 0 ? [] : ["--exclude-entrypoints", ...sheets]
    if (one.files.some(({ path }) => path.endsWith(".d.ts")))
      await check(`${name}: types resolve (attw)`, () =>
        runCommand(
          "npx",
          ["--no-install", "attw", one.path, "--profile", "esm-only", "--no-color", ...excluded],
          {
            cwd: tools,
          },
        ),
      )
  }
}
