import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ensureChromium, ensureReady, root } from "./ensure.mjs"

await ensureReady()
const chromium = ensureChromium()

const bin = (name) => join(root, "node_modules/.bin", name)
const reports = mkdtempSync(join(tmpdir(), "wmodal-test-"))
const total = { passed: 0, failed: 0, skipped: 0 }

/** Runs one command, shows what it says only if it fails (or always, for the tests), and gives its exit code. */
function run(command, args, { loud = false, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, WMODAL_CHROMIUM: chromium, NX_TUI: "false", NX_DAEMON: "false" },
      stdio: ["ignore", loud ? "inherit" : "pipe", loud ? "inherit" : "pipe"],
    })
    let said = ""
    child.stdout?.on("data", (data) => (said += data))
    child.stderr?.on("data", (data) => (said += data))
    child.on("close", (code) => {
      if (code !== 0 && !loud) process.stdout.write(said)
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

/** A check that passes or fails as a whole. */
async function check(name, command, args) {
  const ok = await timed(name, async () => (await run(command, args)) === 0)
  total[ok ? "passed" : "failed"] += 1
  return ok
}

/** A vitest run, whose tests are counted one by one. */
async function tests(name, config) {
  const report = join(reports, `${name}.json`)
  await timed(`${name} tests`, async () => {
    const code = await run(
      bin("vitest"),
      [
        "run",
        "--config",
        config,
        "--reporter=default",
        "--silent=passed-only",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      { loud: true },
    )
    let result
    try {
      result = JSON.parse(readFileSync(report, "utf8"))
    } catch {
      total.failed += 1
      return false
    }
    total.passed += result.numPassedTests
    total.failed += result.numFailedTests
    total.skipped += result.numPendingTests + result.numTodoTests
    // A file that does not load, or an error outside every test, fails the run without failing a test.
    if (code !== 0 && result.numFailedTests === 0) total.failed += 1
    for (const { assertionResults } of result.testResults)
      for (const { status, fullName } of assertionResults)
        if (status === "pending" || status === "skipped") console.log(`skipped: ${fullName}`)
    return code === 0
  })
}

await Promise.all([
  check("format", bin("biome"), ["ci", "--colors=off"]),
  check("lint and boundaries", bin("oxlint"), ["--deny-warnings"]),
])
// Sources import what this generates.
await check("page scripts", bin("nx"), ["run", "@wmodal/mock-server:pages"])
const typed = await check("types", bin("tsc"), ["-b"])
await check("unused code", bin("knip"), ["--no-progress"])
const built = await check("build", bin("nx"), ["run-many", "-t", "build", "--parallel=2"])
if (built) await check("size budget", process.execPath, ["apps/modal-web/scripts/size.mjs"])
await tests("unit", "vitest.config.ts")
if (typed && built) await tests("end-to-end", "e2e/vitest.config.ts")
else {
  console.log("FAIL end-to-end tests: nothing to test without a build")
  total.failed += 1
}

rmSync(reports, { recursive: true, force: true })
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 ? 0 : 1
