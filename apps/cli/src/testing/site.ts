import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeServer, startMockServer } from "@wmodal/mock-server"
import { onTestFinished } from "vitest"
import * as z from "zod/mini"
import { makeMachine } from "./machine.ts"

const siteStateSchema = z.object({
  mails: z.array(z.object({ to: z.string(), code: z.nullable(z.string()) })),
})

/** Returns a user's machine with a mock server and its mailboxes. */
export const makeMachineWithSite = async () => {
  const server = await startMockServer({ port: 0 })
  onTestFinished(server.close)
  const made = makeMachine()
  const described = describeServer(server)
  const endpoints = join(made.home, "mock.json")
  writeFileSync(endpoints, JSON.stringify(described))
  const site = `${server.control}/worlds/${described.projectId}/secure-site`
  const post = (act: string, body: unknown = {}) =>
    fetch(`${site}/${act}`, { method: "POST", body: JSON.stringify(body) })
  /** Returns the code of the newest mail to this address. */
  const codeFor = async (email: string): Promise<string> => {
    const { mails } = siteStateSchema.parse(await (await fetch(site)).json())
    const code = mails.findLast((mail) => mail.to === email && mail.code !== null)?.code
    if (code === null || code === undefined) throw new Error(`no email to ${email} contains a code`)
    return code
  }
  const otpFile = join(made.home, "code")
  const give = (code: string) => writeFileSync(otpFile, code)
  const words = (email: string, ...more: readonly string[]) => [
    "connect",
    "--wallet=frame",
    `--email=${email}`,
    `--otp-file=${otpFile}`,
    `--endpoints=${endpoints}`,
    "--jsonl",
    ...more,
  ]
  /** Starts the sign-in up to the code. The mail has not been read yet. */
  const connecting = (email: string, ...more: readonly string[]) => made.start(words(email, ...more))
  const openLink = (email: string) => post("verify-device", { email })
  /** Signs in. A device that has never signed in by this email is confirmed by a link first. @returns the states, and the code */
  const connected = async (email: string, ...more: readonly string[]) => {
    const running = connecting(email, ...more)
    if ((await running.state("device", "code"))["state"] === "device") await openLink(email)
    await running.state("code")
    const code = await codeFor(email)
    give(code)
    const { code: exit, stderr } = await running.ended
    if (exit !== 0) throw new Error(stderr)
    return { states: running.states(), code }
  }
  const stateFile = (name: string) => join(made.home, "wmodal", name)
  return {
    ...made,
    server,
    endpoints,
    post,
    openLink,
    codeFor,
    give,
    words,
    connecting,
    connected,
    stateFile,
  }
}
