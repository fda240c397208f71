import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { openSiteOwner } from "../harness/embeddedSignIn.ts"
import type { MockOutside } from "../harness/mockOutside.ts"
import { story } from "../harness/story.ts"
import type { CommandOutcome, Shell } from "../harness/terminal.ts"
import type { TestWorld } from "../harness/testWorld.ts"

const email = "ada@example.com"

const parseDocument = ({ code, stderr, stdout }: CommandOutcome): unknown => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}

/** Opens a session of an account at the service, as a dApp does. @returns its id */
const openSession = async ({ blockchain, projectId }: TestWorld, account: string): Promise<string> => {
  const post = async (path: string, body: object) => {
    const url = `${blockchain}/v1/sessions/${encodeURIComponent(account)}${path}?projectId=${projectId}`
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return response.text()
  }
  const { pci } = z.object({ pci: z.string() }).parse(JSON.parse(await post("", { expiry: 4_000_000_000 })))
  await post("/activate", { pci, context: `0x${"1".padStart(64, "0")}` })
  return pci
}

/** Connects the embedded wallet in the terminal, with the code of the email. */
const connectByEmail = async (shell: Shell, outside: MockOutside, world: TestWorld) => {
  const site = await openSiteOwner(outside, world)
  const file = join(shell.state, "..", "code")
  const words = ["connect", "--wallet", "frame", "--email", email, "--otp-file", file, "--account", "eoa"]
  const connecting = shell.run([...words, "--json"])
  const isOpened = () =>
    site.openLink(email).then(
      () => true,
      () => false,
    )
  await expect.poll(isOpened).toBe(true)
  await writeFile(file, await site.fetchCode(email))
  return z.looseObject({ account: z.string() }).parse(parseDocument(await connecting))
}

describe("embedded wallet in the terminal", () => {
  // Many commands, each a process of its own.
  story("suggests, registers and looks up a name", { timeout: 90_000 }, async ({ outside, shell, world }) => {
    const { account } = await connectByEmail(shell, outside, world)
    const address = account.replace("eip155:1:", "")
    const run = async (...words: readonly string[]) => parseDocument(await shell.run([...words, "--json"]))
    expect(await run("name", "suggest", "nova")).toMatchObject({
      suggestions: expect.arrayContaining([{ name: "nova.reown.id", available: true }]),
    })
    const registering = shell.sit(["name", "register", "nova"])
    await registering.shows("nova.reown.id")
    await registering.shows("Message")
    // The review, then the wallet's prompt.
    await registering.shows("› Decline")
    registering.type("y")
    await registering.shows(/✓ Approved[^]*› Decline/)
    registering.type("y")
    expect(await registering.ended).toBe(0)
    expect(await run("name", "lookup", "nova.reown.id")).toMatchObject({ address })
    const id = await openSession(world, account)
    expect(await run("sessions")).toMatchObject({ sessions: [{ id, status: "active" }] })
    expect(await run("sessions", "revoke", id, "--yes")).toMatchObject({ id })
  })
})
