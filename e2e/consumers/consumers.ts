import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"
import { launchChromium, playSignIn } from "./browser.ts"
import { runCommand, startServer } from "./exec.ts"
import { playLibraries } from "./libraries.ts"

/** The servers and the browser that all consumers share. */
export interface ConsumerEnvironment {
  /** Base URL of the mock server. */
  readonly mock: string
  /** Path of the file with the output of `wmodal mock --json`. */
  readonly mockFile: string
  readonly chromium: string
}

/** One example, as a project outside the workspace. */
export interface Consumer {
  /** Its folder in `examples`. */
  readonly name: string
  /**
   * Maximum number of installed packages without development dependencies; absent when most belong to another
   * framework.
   */
  readonly maxPackages?: number
  /** viem has its own older `@noble/*`, which costs no visitor of a server a byte. */
  readonly mayHaveDuplicates?: true
  /** A web app: built, served and opened. */
  readonly page?: {
    /** The environment variable with the mock server's URL. */
    readonly mockVariable: string
    /** Arguments after `npm start --`; the port is any free one. */
    readonly startArguments: readonly string[]
    /**
     * Set when the server renders a returning visitor's account: a reload of a connected page is compared with the
     * server's HTML.
     */
    readonly rendersAccount?: true
    /** Set when the page has WalletConnect's client. */
    readonly hasRelay?: true
  }
  /** Runs a program to its end. @throws when its result is wrong */
  readonly program?: (folder: string, world: ConsumerEnvironment) => Promise<void>
}

const vitePage = { mockVariable: "VITE_MOCK_URL", startArguments: ["--port", "0"] }

const runTests = async (folder: string, { chromium }: ConsumerEnvironment) => {
  await runCommand("npm", ["test"], { cwd: folder, env: { CHROMIUM: chromium } })
}

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
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
        /confirmed\s+send\s+-0\.5/,
      ]
      for (const pattern of expected)
        if (!pattern.test(stdout)) throw new Error(`Nothing in the output matches ${pattern}:\n${stdout}`)
    },
  },
  // Solana Kit and its programs are 53 of them. React 18.2 has two packages more than React 19.
  { name: "vite-react-18", maxPackages: 90, page: vitePage },
  { name: "vite-react", maxPackages: 90, page: { ...vitePage, hasRelay: true } },
  { name: "vue", page: vitePage },
  { name: "svelte", page: vitePage },
  {
    name: "next",
    page: { mockVariable: "NEXT_PUBLIC_MOCK_URL", startArguments: ["--port", "0"], rendersAccount: true },
  },
  {
    name: "script-tag",
    maxPackages: 90,
    page: { mockVariable: "MOCK_URL", startArguments: ["--port", "0"] },
  },
  {
    name: "siwx-hono",
    mayHaveDuplicates: true,
    program: async (folder, world) => {
      await runTests(folder, world)
      await runCommand("npm", ["run", "build"], { cwd: folder, env: { VITE_MOCK_URL: world.mock } })
      // The server names its origin in what users sign, so its port is chosen before it starts.
      const env = { PORT: `${await findFreePort()}` }
      const server = await startServer("npm", ["start"], /http:\/\/localhost:\d+/, { cwd: folder, env })
      const browser = await launchChromium(world.chromium)
      try {
        await playSignIn(await browser.visitor(), server.ready)
      } finally {
        await browser.close()
        await server.close()
      }
    },
  },
  {
    name: "libraries",
    mayHaveDuplicates: true,
    program: async (folder, { chromium, mock }) => {
      const options = { cwd: folder, env: { VITE_MOCK_URL: mock } }
      await runCommand("npm", ["run", "build"], options)
      const server = await startServer(
        "npm",
        ["start", "--", "--port", "0"],
        /http:\/\/localhost:\d+/,
        options,
      )
      const browser = await launchChromium(chromium)
      try {
        await playLibraries(browser.visitor, server.ready, mock)
      } finally {
        await browser.close()
        await server.close()
      }
    },
  },
  { name: "vitest", program: runTests },
  { name: "playwright", program: runTests },
]
