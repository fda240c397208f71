import { type StartedChild, startChild } from "./childProcess.ts"

/** The servers whose addresses `npm start` prints. */
export interface StartedDemo extends Pick<StartedChild, "end"> {
  readonly demo: string
  readonly phone: string
  readonly inbox: string
  /** Base URL of the mock server. */
  readonly server: string
}

/** Runs `npm start` on free ports with the existing build, which other tests read at the same time. */
export async function startDemo(): Promise<StartedDemo> {
  const args = ["start", "--silent", "--", "--port", "0", "--mock-port", "0", "--no-build"]
  const { end, says } = startChild("npm", args, { PATH: process.env["PATH"] })
  const printed = new Map<string, string>()
  await says((line) => {
    const [, name = "", url = ""] = /^ {4}(\S.*?) {2,}(http\S+)/.exec(line) ?? []
    if (url !== "") printed.set(name, url)
    return line.includes("Ctrl-C") ? true : null
  })
  const urlOf = (name: string): string => {
    const url = printed.get(name)
    if (url === undefined) throw new Error(`npm start printed no ${name}.`)
    return url
  }
  return {
    end,
    demo: urlOf("Demo dApp"),
    phone: urlOf("A phone"),
    inbox: urlOf("An inbox"),
    server: urlOf("Mock server"),
  }
}
