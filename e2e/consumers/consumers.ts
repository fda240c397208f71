import { join } from "node:path"
import { runCommand } from "./exec.ts"

/** What a consumer stands on: servers and a browser that all of them share. */
export interface ConsumerEnvironment {
  /** Base URL of the mock server. */
  readonly mock: string
  /** What `wmodal mock --json` printed. */
  readonly mockFile: string
  readonly chromium: string
}

/** One example, as a project outside the workspace. */
export interface Consumer {
  /** Its folder in `examples`. */
  readonly name: string
  /** The most packages that it may install without development dependencies; absent where most are another framework's. */
  readonly maxPackages?: number
  /** A page: built, served and opened. */
  readonly page?: {
    /** The variable that names the mock server. */
    readonly mockVariable: string
    /** After `npm start --`; the port is any free one. */
    readonly startArguments: readonly string[]
    /** The server renders a returning visitor's account: a reload of a connected page is compared with what it sent. */
    readonly rendersAccount?: true
  }
  /** A program: run to its end. @throws when it does not do what it should */
  readonly program?: (folder: string, world: ConsumerEnvironment) => Promise<void>
}

const vitePage = { mockVariable: "VITE_MOCK_URL", startArguments: ["--port", "0"] }

const runTests = async (folder: string, { chromium }: ConsumerEnvironment) => {
  await runCommand("npm", ["test"], { cwd: folder, env: { CHROMIUM: chromium } })
}

export const consumers: readonly Consumer[] = [
  {
    name: "terminal",
    program: async (folder, { mockFile }) => {
      const { copyFile } = await import("node:fs/promises")
      await copyFile(mockFile, join(folder, "mock.json"))
      const { stdout } = await runCommand("npm", ["start"], {
        cwd: folder,
        env: { XDG_STATE_HOME: join(folder, "state") },
      })
      const expected = [
        /^eip155:1:0xf39F\w+$/m,
        /^0x[0-9a-f]{130}$/m,
        /^0x[0-9a-f]{64}$/m,
        /confirmed\s+send\s+0\.5/,
      ]
      for (const pattern of expected)
        if (!pattern.test(stdout)) throw new Error(`Nothing in the output matches ${pattern}:\n${stdout}`)
    },
  },
  // React 18.2 brings two packages more than React 19.
  { name: "vite-react-18", maxPackages: 20, page: vitePage },
  { name: "vite-react", maxPackages: 120, page: vitePage },
  { name: "vue", page: vitePage },
  { name: "svelte", page: vitePage },
  {
    name: "next",
    page: { mockVariable: "NEXT_PUBLIC_MOCK_URL", startArguments: ["--port", "0"], rendersAccount: true },
  },
  {
    name: "script-tag",
    maxPackages: 20,
    page: { mockVariable: "MOCK_URL", startArguments: ["--port", "0"] },
  },
  { name: "vitest", program: runTests },
  { name: "playwright", program: runTests },
]
