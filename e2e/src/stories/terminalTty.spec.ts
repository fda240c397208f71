import { describe, expect } from "vitest"
import { firstAccount } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import { getBalance } from "../harness/testWorld.ts"

describe("approval prompt in a terminal", () => {
  story("shows a request in a box and approves it", async ({ shell }) => {
    const session = shell.sit(["connect", "--wallet", "dev"])
    await session.shows("Connect this account")
    await session.shows("Approve")
    expect(session.screen().replaceAll(/[\s│]/g, "")).toContain(firstAccount)
    session.type("y")
    expect(await session.ended).toBe(0)
    expect((await shell.run(["accounts"])).stdout).toBe(`eip155:1:${firstAccount}\n`)
  })

  story("prints the equivalent command line", { tags: "full" }, async ({ shell }) => {
    const node = "eip155:10=http://127.0.0.1:9/a"
    const session = shell.sit(["connect", "--wallet", "dev", "--rpc", node])
    await session.shows("Approve")
    session.type("y")
    expect(await session.ended).toBe(0)
    // Joins lines that the screen wraps.
    const unbroken = (text: string) => text.replaceAll(/\s/g, "")
    expect(unbroken(session.screen())).toContain(
      unbroken(`wmodal connect --wallet dev --network eip155:1 --rpc ${node} --yes`),
    )
  })

  story("rejects a bare Enter, and exits with 4 when declined", { tags: "full" }, async ({ shell }) => {
    const session = shell.sit(["connect", "--wallet", "dev"])
    await session.shows("› Decline")
    session.type("\t")
    await session.shows("› Approve")
    session.type("\t")
    await session.shows("› Decline")
    session.type("\r")
    expect(await session.ended).toBe(4)
    expect((await shell.run(["accounts"])).code).toBe(10)
  })

  story("declines a signature with n", { tags: "full" }, async ({ shell }) => {
    await shell.run(["connect", "--wallet", "dev", "--yes"])
    const session = shell.sit(["sign", "message", "transfer everything"])
    await session.shows("› Decline")
    expect(session.screen()).toContain("transfer everything")
    session.type("n")
    expect(await session.ended).toBe(4)
    expect(session.screen()).not.toMatch(/0x[0-9a-f]{130}/)
  })

  story(
    "approves nothing by a key that was pressed before the question",
    { tags: "full" },
    async ({ plan, shell, world }) => {
      await shell.run(["connect", "--wallet", "dev", "--yes"])
      const before = await getBalance(world, 1, payee)
      await plan([{ match: { rpc: "eth_estimateGas" }, fault: { kind: "delay", milliseconds: 1000 } }])
      const session = shell.sit(["send", "0.5", "ETH", payee, "--confirm", payee])
      await session.shows("Preparing the payment")
      session.typeAhead("y")
      await session.shows("› Decline")
      session.type("n")
      expect(await session.ended).toBe(4)
      expect(await getBalance(world, 1, payee)).toBe(before)
    },
  )

  // A held key, `yes |`, held Enter and the focus key: three seconds of each, more than four times the silence.
  story.for(["y", "y\n", "\r", "\t\r"])(
    "signs nothing while the keys %j are held from the start of the program on",
    { tags: "full" },
    async (keys, { shell }) => {
      await shell.run(["connect", "--wallet", "dev", "--yes"])
      const session = shell.sit(["sign", "message", "transfer everything"])
      const held = session.hold(keys, 100)
      await session.shows("Keys do not count yet. Pause for a moment.")
      await held
      expect(session.screen()).toContain("Keys do not count yet. Pause for a moment.")
      await session.shows("› Decline")
      session.type("n")
      expect(await session.ended).toBe(4)
      expect(session.screen()).not.toMatch(/0x[0-9a-f]{130}/)
    },
  )

  story("pays nothing while y is held after the question is drawn", async ({ shell, world }) => {
    await shell.run(["connect", "--wallet", "dev", "--yes"])
    const before = await getBalance(world, 1, payee)
    const session = shell.sit(["send", "0.5", "ETH", payee, "--confirm", payee])
    await session.shows("Keys do not count yet. Pause for a moment.")
    await session.hold("y", 50)
    await session.shows("› Decline")
    session.type("n")
    expect(await session.ended).toBe(4)
    expect(await getBalance(world, 1, payee)).toBe(before)
  })

  story("exits with 130 on Ctrl-C and restores the terminal", async ({ shell }) => {
    const session = shell.sit(["connect", "--wallet", "dev"])
    await session.shows("Approve")
    session.type("\u0003")
    expect(await session.ended).toBe(130)
    const bytes = session.bytes()
    // The last output shows the cursor again.
    expect(bytes.lastIndexOf("\u001b[?25h")).toBeGreaterThanOrEqual(bytes.lastIndexOf("\u001b[?25l"))
  })
})

const payee = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
const eth = 10n ** 18n

describe("payment at the terminal", () => {
  story(
    "shows a payment in a box, requires typed confirmation of a new recipient, and prompts once",
    async ({ shell, world }) => {
      await shell.run(["connect", "--wallet", "dev", "--yes"])
      const before = await getBalance(world, 1, payee)
      const session = shell.sit(["send", "0.5", "ETH", payee])
      await session.shows("Type the last 6 characters")
      const screen = session.screen()
      expect(screen).toContain("0x 3C44 CdDd B6a9 00fa 2b58 5dd2 99e0 3d12 FA42 93BC")
      expect(screen).toContain("0.5 ETH ($1,250.00)")
      expect(screen).toContain("10000 → about 9999.49")
      expect(screen).toContain("You have never sent to this address")
      session.type("000000\r")
      await session.shows("That does not match.")
      session.type("\u0015")
      session.type("4293BC\r")
      await session.shows("› Decline")
      session.type("y")
      expect(await session.ended).toBe(0)
      expect(session.screen()).toContain("Confirmed")
      expect(session.screen()).toMatch(/0x[0-9a-f]{64}/)
      const unbroken = session.screen().replaceAll(/\s/g, "")
      expect(unbroken).toContain(`wmodalsend0.5ETH${payee}--networkeip155:1--confirm${payee}--yes`)
      expect((await getBalance(world, 1, payee)) - before).toBe(eth / 2n)
    },
  )

  story(
    "highlights the difference of a look-alike, and requires it typed",
    { tags: "full" },
    async ({ shell, world }) => {
      await shell.run(["connect", "--wallet", "dev", "--yes"])
      expect((await shell.run(["send", "1", "ETH", payee, "--yes", "--confirm", payee])).code).toBe(0)
      const lookAlike = `${payee.slice(0, 10)}${"0".repeat(24)}${payee.slice(-8)}`.toLowerCase()
      const session = shell.sit(["send", "1", "ETH", lookAlike])
      await session.shows("Type the first 8 characters in brackets")
      expect(session.screen()).toContain("Not the address you know")
      expect(session.screen()).toMatch(/This +0x \S{4} \S{4} \[0000\] \[0000\]/)
      session.type("fa4293bc")
      await session.shows("address: fa4293bc")
      session.type("\r")
      await session.shows("That does not match.")
      session.type("\u0015")
      session.type("00000000")
      await session.shows("address: 00000000")
      session.type("\r")
      await session.shows("› Decline")
      session.type("n")
      expect(await session.ended).toBe(4)
      expect(await getBalance(world, 1, lookAlike)).toBe(0n)
    },
  )

  story("sends nothing when the user declines or quits", { tags: "full" }, async ({ shell, world }) => {
    await shell.run(["connect", "--wallet", "dev", "--yes"])
    const before = await getBalance(world, 1, payee)
    const declining = shell.sit(["send", "0.5", "ETH", payee, "--confirm", payee])
    await declining.shows("› Decline")
    declining.type("\r")
    expect(await declining.ended).toBe(4)
    expect(declining.screen()).toContain("Signature declined")
    const leaving = shell.sit(["send", "0.5", "ETH", payee, "--confirm", payee])
    await leaving.shows("› Decline")
    leaving.type("\u0003")
    expect(await leaving.ended).toBe(130)
    expect(await getBalance(world, 1, payee)).toBe(before)
  })

  story("prompts for missing arguments, also in 40 columns", { tags: "full" }, async ({ shell, world }) => {
    await shell.run(["connect", "--wallet", "dev", "--yes"])
    const before = await getBalance(world, 1, payee)
    const session = shell.sit(["send", "--confirm", payee], 40)
    await session.shows("? Amount")
    session.type("2\r")
    await session.shows("? Token")
    session.type("ETH\r")
    await session.shows(/\? To *$/m)
    session.type(`${payee}\r`)
    await session.shows("› Decline")
    expect(session.screen()).toContain("0x 3C44 CdDd B6a9 00fa 2b58 5dd2")
    for (const line of session.screen().split("\n")) expect(line.length).toBeLessThanOrEqual(40)
    session.type("y")
    expect(await session.ended).toBe(0)
    expect((await getBalance(world, 1, payee)) - before).toBe(2n * eth)
  })

  story("reports the sent payment when Ctrl-C is too late", { tags: "full" }, async ({ shell, world }) => {
    await shell.run(["connect", "--wallet", "dev", "--yes"])
    const url = `${world.blockchain}/control/worlds/${world.projectId}/mining?chainId=eip155:1`
    await fetch(url, { method: "POST", body: JSON.stringify({ auto: false }) })
    const session = shell.sit(["send", "1", "ETH", payee, "--yes", "--confirm", payee])
    await session.shows("Waiting for confirmation")
    session.type("\u0003")
    expect(await session.ended).toBe(130)
    expect(session.screen().replaceAll(/\s/g, "")).toMatch(/Interrupted,butitwassent:0x[0-9a-f]{64}/)
  })
})
