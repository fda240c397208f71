import { cp, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { BrowserContext } from "playwright-core"
import { checkReload, PageError, playExample } from "./browser.ts"
import { runCommand, startServer } from "./exec.ts"
import type { ConsumerReport } from "./report.ts"

/** The pages of AppKit, in the shapes of its own quick-starts. */
const shapes = ["wagmi", "multi", "next"] as const

/** What the pages are moved and used with. */
export interface MovedPagesEnvironment {
  readonly root: string
  /** An empty folder outside the workspace. */
  readonly folder: string
  readonly npmrc: string
  readonly mock: string
  readonly visitor: () => Promise<BrowserContext>
}

/** A moved page names public hosts: those of the mock server take their place. */
const useMockServer = async (folder: string, mock: string): Promise<void> => {
  const paths = await readdir(folder, { recursive: true })
  for (const path of paths.filter((one) => /\.[jt]sx$/.test(one))) {
    const text = await readFile(join(folder, path), "utf8")
    if (text.includes("endpoints: wellKnownEndpoints"))
      await writeFile(
        join(folder, path),
        text
          .replace("endpoints: wellKnownEndpoints", `endpoints: mockEndpoints("${mock}")`)
          .replace("wellKnownEndpoints", "mockEndpoints"),
      )
  }
}

const playMovedPage = async (shape: string, { folder, mock, visitor }: MovedPagesEnvironment) => {
  const options = { cwd: join(folder, shape), env: { NEXT_PUBLIC_PROJECT_ID: "demo" } }
  await runCommand("npm", ["run", "build"], options)
  const server = await startServer("npm", ["start", "--", "--port", "0"], /http:\/\/localhost:\d+/, options)
  const context = await visitor()
  try {
    // The wallet of a browser extension.
    const script = join(folder, "node_modules/@wmodal/dev-wallet/dist/script/devWallet.js")
    await context.addInitScript({ content: `${await readFile(script, "utf8")}\nannounceDevWallet()` })
    const { page, problems } = await playExample(context, server.ready)
    // The page with cookies: the server renders the account of a returning visitor.
    if (shape === "next") await checkReload(page)
    const errors = problems.filter((problem) => problem.startsWith("page error"))
    if (errors.length > 0) throw new PageError(`It worked with ${mock}, but the browser said:`, errors, "")
  } finally {
    await context.close()
    await server.close()
  }
}

/** Moves the pages with the codemod, installs them with the packed packages, and uses each in Chromium. */
export const checkMovedPages = async (
  { check }: ConsumerReport,
  environment: MovedPagesEnvironment,
): Promise<void> => {
  const { folder, mock, npmrc, root } = environment
  const moved = await check("pages of AppKit: the codemod moves them", async () => {
    await cp(join(root, "e2e/appkit"), folder, { recursive: true })
    for (const shape of shapes) {
      const { stdout } = await runCommand(
        process.execPath,
        [join(root, "apps/codemod/dist/main.js"), join(folder, shape)],
        { cwd: folder },
      )
      if (!stdout.includes("changed package.json") || stdout.includes("by hand")) throw new Error(stdout)
      await useMockServer(join(folder, shape), mock)
    }
    return true
  })
  if (moved === null) return
  const installed = await check("pages of AppKit: install", async () => {
    await writeFile(
      join(folder, "package.json"),
      JSON.stringify({
        private: true,
        workspaces: shapes,
        devDependencies: { "@wmodal/dev-wallet": "^0.1.0" },
        // The pages import none of wagmi's own connectors, whose clients are over a gigabyte.
        overrides: { "@wagmi/connectors": "npm:@wagmi/core@2.22.1" },
      }),
    )
    await writeFile(join(folder, ".npmrc"), npmrc)
    const words = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
    await runCommand("npm", words, { cwd: folder })
    return true
  })
  if (installed === null) return
  for (const shape of shapes)
    await check(`pages of AppKit: ${shape} opens, connects and signs`, () =>
      playMovedPage(shape, environment),
    )
}
