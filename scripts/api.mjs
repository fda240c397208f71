import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CompilerState, Extractor, ExtractorConfig } from "@microsoft/api-extractor"
import { ensureReady, giveUp, root } from "./ensure.mjs"

/**
 * `npm run api` writes a report of what each published entry point exports into `api/`, so that a change of the public
 * interface is seen in review. `npm run api -- --check` fails when a report differs, or an export has no docstring.
 */
const flags = process.argv.slice(2).join(" ")
if (!["", "--check"].includes(flags)) giveUp("Usage: npm run api [-- --check]")
const isCheck = flags === "--check"

await ensureReady()
if (spawnSync(join(root, "node_modules/.bin/tsc"), ["-b"], { cwd: root, stdio: "inherit" }).status !== 0)
  giveUp("The types do not compile. See the output above.")

const reports = join(root, "api")
const folders = ["libs", "apps"].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(root, group, name)),
)
/** Entry points that only tests and other packages of this repository import. */
const isInternal = (path) => /testing|internal/.test(path)

const entries = folders.flatMap((folder) => {
  const {
    exports = {},
    name,
    private: isPrivate,
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  if (isPrivate) return []
  return Object.entries(exports)
    .filter(([path, { types }]) => types !== undefined && !isInternal(path))
    .map(([path, { types }]) => ({
      folder,
      file: join(folder, types),
      name: [name.replace("@wmodal/", ""), ...path.split("/").slice(1)].join("-"),
    }))
})

/** The settings of API Extractor for one entry point. */
const configure = ({ file, folder, name }) =>
  ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, "package.json"),
    configObject: {
      projectFolder: folder,
      newlineKind: "lf",
      mainEntryPointFilePath: file,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: "nodenext",
            moduleResolution: "nodenext",
            target: "es2024",
            lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"],
            jsx: "react-jsx",
            skipLibCheck: true,
            types: [],
            allowImportingTsExtensions: true,
            noEmit: true,
          },
          files: [file],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: reports,
        reportTempFolder: made,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: "none" } },
        extractorMessageReporting: { default: { logLevel: "none" } },
        tsdocMessageReporting: { default: { logLevel: "none" } },
      },
    },
  })

const made = mkdtempSync(join(tmpdir(), "wmodal-api-"))
const configs = entries.map((entry) => ({ ...entry, config: configure(entry) }))
const [first] = configs
const compilerState = CompilerState.create(first.config, {
  additionalEntryPoints: configs.map(({ file }) => file),
})
const faults = []
for (const { config, name } of configs) {
  const { apiReportChanged } = Extractor.invoke(config, {
    compilerState,
    localBuild: !isCheck,
    messageCallback: (message) => {
      message.handled = true
      if (message.logLevel === "error") faults.push(`${name}: ${message.text}`)
    },
  })
  if (isCheck && apiReportChanged)
    faults.push(
      `${name}: the exports differ from api/${name}.api.md. Run \`npm run api\` and review the change.`,
    )
  const report = readFileSync(join(made, `${name}.api.md`), "utf8")
  const named = (lead) =>
    [...report.matchAll(RegExp(`^// @public${lead}\\n(?:export )?(?:declare )?\\w+ (\\w+)`, "gm"))].map(
      ([, symbol]) => symbol,
    )
  // A schema and its type share a name and a docstring.
  const documented = new Set(named("(?: @deprecated)?"))
  for (const symbol of named("(?: @deprecated)? \\(undocumented\\)"))
    if (!documented.has(symbol)) faults.push(`${name}: ${symbol} has no docstring.`)
}
rmSync(made, { recursive: true })

const kept = isCheck ? readdirSync(reports) : []
for (const file of kept)
  if (!entries.some(({ name }) => `${name}.api.md` === file)) faults.push(`api/${file} has no entry point.`)

for (const fault of faults) console.log(fault)
console.log(`${entries.length} entry points, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
