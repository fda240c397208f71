import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { firstAccount } from "../harness/modal.ts"
import { mockUsdCoin } from "../harness/sendViews.ts"
import { story } from "../harness/story.ts"
import type { CommandOutcome, Shell } from "../harness/terminal.ts"

const exchange = "0x111111125421cA6dc452d289314280a0f8842A65"
const thief = "0x9e74901858F11a3410CA201D0b2D7C3c9aF927fF"

const reportSchema = z.object({ message: z.string(), hint: z.nullable(z.string()) })

const parseDocument = ({ code, stderr, stdout }: CommandOutcome): unknown => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}
const parseReport = ({ stderr }: CommandOutcome) => reportSchema.parse(JSON.parse(stderr))

const connectShell = async (shell: Shell) => {
  expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
}

/** Joins lines that the screen wraps. */
const joinLines = (text: string) => text.replaceAll(/\s/g, "")

describe("unlimited permit", () => {
  const permit = (value: string, verifyingContract = mockUsdCoin) =>
    JSON.stringify({
      types: {
        EIP712Domain: [
          { name: "name", type: "string" },
          { name: "version", type: "string" },
          { name: "chainId", type: "uint256" },
          { name: "verifyingContract", type: "address" },
        ],
        Permit: [
          { name: "owner", type: "address" },
          { name: "spender", type: "address" },
          { name: "value", type: "uint256" },
          { name: "nonce", type: "uint256" },
          { name: "deadline", type: "uint256" },
        ],
      },
      primaryType: "Permit",
      domain: { name: "Mock USD Coin", version: "1", chainId: 1, verifyingContract },
      message: { owner: firstAccount, spender: thief, value, nonce: "0", deadline: "99999999999" },
    })
  const all = permit(String(2n ** 256n - 1n))
  const signing = ["sign", "typed-data", "--yes", "--json"]

  story("requires the confirmation of the spender", async ({ shell }) => {
    await connectShell(shell)
    const stopped = await shell.run(signing, all)
    expect([stopped.code, stopped.stdout]).toEqual([6, ""])
    const { hint, message } = parseReport(stopped)
    expect(message).toContain("Unlimited approval of your mUSDC")
    expect(hint).toContain(`--confirm ${thief}`)
    expect((await shell.run([...signing, "--confirm", exchange], all)).code).toBe(6)
    expect(parseDocument(await shell.run([...signing, "--confirm", thief], all))).toMatchObject({
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      explanation: {
        intent: expect.any(String),
        digest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        dangers: [{ type: "UnlimitedApproval", confirm: thief }],
      },
    })
    // Counted items have no names.
    expect((await shell.run(signing, permit("5000000"))).code).toBe(0)
  })

  story(
    "requires the confirmation of a verifying contract that is not on the network",
    { tags: "full" },
    async ({ shell }) => {
      await connectShell(shell)
      const nowhere = permit("5000000", firstAccount)
      const stopped = await shell.run(signing, nowhere)
      expect([stopped.code, stopped.stdout]).toEqual([6, ""])
      expect(parseReport(stopped).message).toContain("verifying contract is not on this network")
      expect(parseReport(stopped).hint).toContain(`--confirm ${firstAccount}`)
      expect((await shell.run([...signing, "--confirm", mockUsdCoin], nowhere)).code).toBe(6)
      expect(parseDocument(await shell.run([...signing, "--confirm", firstAccount], nowhere))).toMatchObject({
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      })
    },
  )

  story(
    "explains the permit at a prompt, which requires typed characters",
    { tags: "full" },
    async ({ shell }) => {
      await connectShell(shell)
      const file = join(shell.state, "permit.json")
      await writeFile(file, all)
      const session = shell.sit(["sign", "typed-data", file])
      await session.shows("Type the last 6 characters of the spender")
      expect(session.screen()).toContain("0x 9e74 9018 58F1 1a34 10CA 201D 0b2D 7C3c 9aF9 27fF")
      session.type("\u001b")
      expect(await session.ended).toBe(4)
      expect(session.screen()).not.toMatch(/0x[0-9a-f]{130}/)
      const again = shell.sit(["sign", "typed-data", file])
      await again.shows("Type the last 6 characters of the spender")
      again.type("f927fF\r")
      await again.shows("› Decline")
      again.type("y")
      expect(await again.ended).toBe(0)
      expect(again.screen()).toContain("Signed")
      expect(joinLines(again.screen())).toContain(`--confirm${thief}--yes`)
    },
  )
})

describe("sign siwx", () => {
  const signedSchema = z.object({
    message: z.string(),
    signature: z.string(),
    signedInAt: z.optional(z.string()),
  })

  story("signs in at a server, whose nonce is good for one sign-in", async ({ outside, shell, world }) => {
    await connectShell(shell)
    const server = `${outside.blockchain}/w/${world.projectId}/host`
    const first = await shell.run(["sign", "siwx", server, "--yes", "--json"])
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: "" })
    const { host } = new URL(server)
    const { message, signature, signedInAt } = signedSchema.parse(JSON.parse(first.stdout))
    expect(signedInAt).toBe(host)
    expect(message).toContain(
      `${host} wants you to sign in with your Ethereum account:\n${firstAccount}\n\n\nURI: http://${host}\n`,
    )

    const replay = await fetch(`${server}/verify`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message, signature }),
    })
    expect([replay.status, await replay.json()]).toEqual([
      401,
      { error: "The nonce is unknown, old or used." },
    ])
  })

  story(
    "signs the message of a file, but none of another account or another form",
    { tags: "full" },
    async ({ shell }) => {
      await connectShell(shell)
      const text = [
        "app.example wants you to sign in with your Ethereum account:",
        firstAccount,
        "",
        "",
        "URI: https://app.example",
        "Version: 1",
        "Chain ID: 1",
        "Nonce: abcdefgh",
        "Issued At: 2026-11-23T00:00:00Z",
      ].join("\n")
      const signing = ["sign", "siwx", "-", "--yes", "--json"]
      const signed = await shell.run(signing, text)
      expect({ code: signed.code, stderr: signed.stderr }).toEqual({ code: 0, stderr: "" })
      expect(signedSchema.parse(JSON.parse(signed.stdout))).toMatchObject({
        message: text,
        signature: expect.stringMatching(/^0x[\da-f]{130}$/),
      })
      const other = await shell.run(signing, text.replace(firstAccount, thief))
      expect(other.code).toBe(6)
      expect(parseReport(other).message).toContain(`The message is for ${thief}`)
      const broken = await shell.run(signing, text.replace("Version: 1", "Version: 2"))
      expect(broken.code).not.toBe(0)
      expect(parseReport(broken).message).toContain("expected version 1 at character")
    },
  )
})

describe("wmodal verify", () => {
  story("accepts what the wallet signed, and nothing else", async ({ shell }) => {
    await connectShell(shell)
    const message = `app.example wants you to sign in with your Ethereum account:
${firstAccount}

Sign in.

URI: https://app.example/login
Version: 1
Chain ID: 1
Nonce: abcdefgh12345678
Issued At: 2026-01-15T12:00:00Z`
    const signed = parseDocument(
      await shell.run(["sign", "message", "-", "--yes", "--confirm", "app.example", "--json"], message),
    )
    const { signature } = z.object({ signature: z.string() }).parse(signed)
    const verifying = ["verify", "-", "--signature", signature, "--nonce", "abcdefgh12345678", "--json"]
    expect(parseDocument(await shell.run([...verifying, "--domain", "app.example"], message))).toMatchObject({
      verdict: "valid",
      chainId: "eip155:1",
      message: { address: firstAccount },
    })
    const refused = await shell.run([...verifying, "--domain", "evil.example"], message)
    expect({ code: refused.code, ...JSON.parse(refused.stdout) }).toMatchObject({ code: 6, reason: "Domain" })
  })

  story.for([
    { namespace: "solana", blockchain: "Solana", chainId: "mainnet" },
    { namespace: "bip122", blockchain: "Bitcoin", chainId: "bip122:000000000019d6689c085ae165831e93" },
  ])("accepts what the wallet signed on $blockchain", { tags: "full" }, async (chain, { shell }) => {
    const connecting = ["connect", "--wallet", "dev", "--yes", "--namespace", chain.namespace]
    const account = (await shell.run(connecting)).stdout.trim()
    const message = `app.example wants you to sign in with your ${chain.blockchain} account:
${account.slice(account.lastIndexOf(":") + 1)}

Chain ID: ${chain.chainId}
Nonce: abcdefgh12345678`
    const { signature } = z
      .object({ signature: z.string() })
      .parse(
        parseDocument(
          await shell.run(["sign", "message", "-", "--yes", "--confirm", "app.example", "--json"], message),
        ),
      )
    const verifying = ["verify", "-", "--signature", signature, "--domain", "app.example", "--json"]
    expect(parseDocument(await shell.run(verifying, message))).toMatchObject({ verdict: "valid" })
    expect((await shell.run(verifying, message.replace("12345678", "12345679"))).code).toBe(6)
  })
})
