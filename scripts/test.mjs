import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { constants, setPriority, tmpdir } from "node:os"
import { join, relative } from "node:path"
import { createInterface } from "node:readline"
import { ensureChromium, ensureEngines, ensureReady, giveUp, root } from "./ensure.mjs"
import { findFaults, parseRows } from "./specification/proofs.mjs"

/**
 * `npm test` is the quick tier: every check, all unit tests, and the end-to-end tests without the tag "full".
 * `npm run test:full` adds everything else, such as the packed packages in other projects; with `-- --rest` it omits
 * the tests of `npm test`. `npm run test:wide` is the third tier, without a time limit and no part of the others: what
 * needs further browsers, hosts or languages; with `-- engines` only the part of that name.
 */
const [tier = "", ...words] = process.argv.slice(2)
const isWide = tier === "--wide"
const flags = isWide ? tier : [tier, ...words].join(" ").trim()
if (!["", "--full", "--full --rest", "--wide"].includes(flags))
  giveUp("Usage: npm test, npm run test:full [-- --rest], npm run test:wide [-- part ...]")
const isFull = tier === "--full"
/** The tag filter of a suite. */
const tags = { "": "!full", "--full --rest": "full" }[flags]

await ensureReady()

const bin = (name) => join(root, "node_modules/.bin", name)
const reports = mkdtempSync(join(tmpdir(), "wmodal-test-"))
/** The tests of all suites that ran: `{ file, title, state }`. */
const ran = []
const total = { passed: 0, failed: 0, skipped: 0 }
const environment = { ...process.env, NX_TUI: "false", NX_DAEMON: "false" }

const add = ({ passed, failed, skipped }) => {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

/**
 * Runs a command. `onLine` receives each line of stdout and stderr. With `isIdle` it mostly uses the time that other
 * processes leave. @returns the exit code.
 */
function run(command, args, { env = {}, isIdle = false, onLine }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...environment, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    if (isIdle && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    const readers = [child.stdout, child.stderr].map((input) => createInterface({ input }).on("line", onLine))
    child.on("error", ({ message }) => onLine(message))
    child.on("close", async (code) => {
      for (const reader of readers) reader.close()
      resolve(code ?? 1)
    })
  })
}

async function timed(name, work) {
  const start = performance.now()
  const ok = await work()
  console.log(`${ok ? "ok  " : "FAIL"} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  return ok
}

/** Runs a check that passes or fails as a whole. Its output is shown when it fails, or `loud`. */
async function check(name, command, args, { isIdle, loud = false } = {}) {
  const lines = []
  const ok = await timed(
    name,
    async () => (await run(command, args, { isIdle, onLine: (line) => lines.push(line) })) === 0,
  )
  if (!ok || loud) console.log(lines.join("\n"))
  add({ passed: Number(ok), failed: Number(!ok), skipped: 0 })
  return ok
}

/**
 * Runs vitest and counts its tests. `tags` is vitest's expression over the tags of tests, `files` are parts of paths;
 * default: all.
 */
async function tests(name, config, { tags, env, files = [] } = {}) {
  const report = join(reports, `${name}.json`)
  return timed(`${name} tests`, async () => {
    const args = ["run", ...files, "--config", config, "--reporter=default", "--silent=passed-only"]
    const filter = tags === undefined ? [] : [`--tags-filter=${tags}`]
    const code = await run(
      bin("vitest"),
      [...args, ...filter, "--reporter=json", `--outputFile.json=${report}`],
      { env, onLine: (line) => console.log(line) },
    )
    let result
    try {
      result = JSON.parse(readFileSync(report, "utf8"))
    } catch {
      add({ passed: 0, failed: 1, skipped: 0 })
      return false
    }
    const results = result.testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.map((test) => ({ ...test, file: relative(root, file) })),
    )
    const notRun = results.filter(({ status }) => !["passed", "failed"].includes(status))
    // vitest reports a test that the filter excludes like a skipped test.
    const leftOut = notRun.filter(
      (test) => tags !== undefined && test.tags.includes("full") === (tags !== "full"),
    )
    const skipped = notRun.filter((test) => !leftOut.includes(test))
    for (const test of results) {
      const { file, title, status } = test
      ran.push({ file, title, state: leftOut.includes(test) ? "otherTier" : status })
    }
    for (const { fullName } of skipped) console.log(`skipped: ${fullName}`)
    if (tier === "" && leftOut.length > 0)
      console.log(`${leftOut.length} more ${name} tests run in npm run test:full`)
    const failed = results.filter(({ status }) => status === "failed").length
    // A file that does not load, or an error outside every test, fails the run without failing a test.
    add({
      passed: results.filter(({ status }) => status === "passed").length,
      failed: code !== 0 && failed === 0 ? 1 : failed,
      skipped: skipped.length,
    })
    return code === 0
  })
}

/** Runs a script that counts its own tests: its last line is like `12 passed, 0 failed, 1 skipped`. */
async function counted(name, script) {
  let last = null
  return timed(name, async () => {
    const onLine = (line) => {
      console.log(line)
      last = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(line) ?? last
    }
    const code = await run("npm", ["run", "--silent", script], { onLine })
    const [passed, failed, skipped] = (last ?? []).slice(1).map(Number)
    if (last === null) add({ passed: 0, failed: 1, skipped: 0 })
    else add({ passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped })
    return code === 0
  })
}

const browser = ensureChromium()
// The caller that awaits it reports the error.
browser.catch(() => {})

/** Checks that each behaviour of docs/specification.md, and each promise of SECURITY.md, names tests that exist and run. */
async function specification() {
  let count = 0
  const faults = []
  for (const document of ["docs/specification.md", "SECURITY.md"]) {
    const rows = parseRows(readFileSync(join(root, document), "utf8"))
    count += rows.length
    faults.push(...findFaults(document, rows, ran))
    if (rows.length === 0) faults.push(`${document} has no rows`)
  }
  const ok = await timed(`tests of ${count} behaviours and promises`, async () => faults.length === 0)
  for (const fault of faults) console.log(fault)
  add({ passed: Number(ok), failed: Number(!ok), skipped: 0 })
}

/** Builds types, then packages. @returns what there is to test. */
async function build() {
  // Several checkers of one project repeat each other's work, which costs more than a small machine gains.
  const isTyped = await check("types", bin("tsc"), ["-b", "--checkers", "1", "--builders", "2"])
  const isBuilt = await check("build", bin("nx"), ["run-many", "-t", "build", "--parallel=2"])
  return { isTyped, isBuilt }
}

/** Runs the checks whose result no test needs, in the time that the end-to-end tests wait. */
async function checkMeanwhile({ isTyped, isBuilt }) {
  const options = { isIdle: true }
  await check("unused code", bin("knip"), ["--no-progress"], options)
  if (isBuilt) await check("size budget", process.execPath, ["apps/modal-web/scripts/size.mjs"], options)
  const warnings = ["--conditions=@wmodal/source", "--no-warnings", "scripts/warnings.mjs"]
  await check("no harmful request passes", process.execPath, warnings, options)
  if (!isTyped) return
  const script = ["scripts/docs/compileExamples.mjs"]
  await check("examples of the documentation", process.execPath, script, options)
}

/** Runs the end-to-end tests, which need a browser and the build. */
async function endToEnd(options) {
  environment.WMODAL_CHROMIUM = await browser
  await tests("end-to-end", "e2e/vitest.config.ts", options)
  // The rest of the full tier alone reaches fewer views and commands.
  if (options.tags === "full") return
  const script = ["--conditions=@wmodal/source", "--no-warnings", "scripts/reached.mjs"]
  await check("every view and command is reached", process.execPath, script, { loud: true })
}

/** The quick and the full tier. */
async function testTiers() {
  await Promise.all([
    // Sources import generated files.
    check("page scripts", bin("nx"), ["run", "@wmodal/mock-server:pages"]),
    check("format", bin("biome"), ["ci", "--colors=off"]),
    check("lint and boundaries", bin("oxlint"), ["--deny-warnings"]),
  ])
  // Unit tests run from the sources: they use the idle time of compilers and bundlers on a second core.
  const [built] = await Promise.all([build(), tests("unit", "vitest.config.ts", { tags })])

  if (built.isTyped && built.isBuilt) {
    await Promise.all([endToEnd({ tags }), checkMeanwhile(built)])
    await specification()
    if (isFull) {
      await check("public interface", process.execPath, ["scripts/api.mjs", "--check"])
      await check("documentation site", process.execPath, ["scripts/docs.mjs", "--build", "--no-build"])
      await counted("consumers", "test:consumers")
    }
  } else {
    await checkMeanwhile(built)
    console.log("FAIL end-to-end tests: nothing to test without a build")
    total.failed += 1
  }
}

/** Parts of the wide tier, by name. Pictures and languages become parts of their own here. */
const wideParts = {
  engines: () => tests("engines", "e2e/engines/vitest.config.ts"),
  zoo: () => tests("zoo", "e2e/engines/zoo/vitest.config.ts"),
  real: async () => {
    const ok = await tests("real", "e2e/real/vitest.config.ts")
    const count = (isButton) => {
      const all = ran.filter(
        ({ file }) => file.startsWith("e2e/real/") && file.endsWith("testDapp.spec.ts") === isButton,
      )
      return `${all.filter(({ state }) => state === "passed").length} of ${all.length}`
    }
    console.log(`real code: ${count(false)} steps passed, ${count(true)} buttons right`)
    return ok
  },
  kits: () => tests("kits", "e2e/vitest.config.ts", { files: ["src/stories/otherKit"] }),
  consumers: () => counted("consumers", "test:consumers"),
  mutation: () =>
    check("each rule of the warnings, broken, fails a test", process.execPath, ["scripts/mutation.mjs"], {
      loud: true,
    }),
}

async function testWide() {
  const unknown = words.filter((word) => !Object.hasOwn(wideParts, word))
  if (unknown.length > 0) giveUp(`The wide tier has no part ${unknown.join(", ")}.`)
  await ensureEngines()
  environment.WMODAL_CHROMIUM = await browser
  await check("page scripts", bin("nx"), ["run", "@wmodal/mock-server:pages"])
  const { isBuilt } = await build()
  if (!isBuilt) return
  for (const part of words.length > 0 ? words : Object.keys(wideParts)) await wideParts[part]()
}

await (isWide ? testWide() : testTiers())
rmSync(reports, { recursive: true, force: true })
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 ? 0 : 1
